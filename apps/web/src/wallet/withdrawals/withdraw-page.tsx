import { formatKes } from '@chuma/contract/format-money'
import type { ExpectedPayout } from '@chuma/contract/payouts/automatic-payouts'
import type { PayoutPause } from '@chuma/contract/payouts/payout-pause'
import type { Balance, PointsTransaction, WalletTerms, Withdrawal } from '@chuma/contract/wallet/wallet'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useDeferredValue, useEffect } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount, formatPoints } from '../../ui/figures/amount.tsx'
import { TimeZoneNote } from '../../ui/figures/time-ago.tsx'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { HeroPanel, Page, Panel } from '../../ui/page/page.tsx'
import { type KeysetPage, keysetPages, LoadMore } from '../../ui/states/keyset-pages.tsx'
import { isSettled, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { FollowWallet } from '../follow-wallet.tsx'
import movements from '../movements.module.css'
import {
  isFinal,
  MovedPoints,
  MovementList,
  MovementRow,
  PointsAmount,
  useWithdrawals,
} from '../movements.tsx'
import { NothingToWithdraw, RequestForm } from '../request/request-form.tsx'
import { WalletLinks } from '../wallet-links.tsx'
import { usePayoutPause } from './pause-banner.tsx'
import classes from './withdraw-page.module.css'
import { WithdrawalItem } from './withdrawal-item.tsx'

export function WithdrawPage() {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery()
  const balance = trpc.wallet.getBalance.useQuery()
  const withdrawals = useWithdrawals()
  const pause = usePayoutPause()
  const pauses = trpc.wallet.listPayoutPauses.useQuery(undefined, { staleTime: JUST_NOW_MS })
  const details = trpc.wallet.listPayoutDetails.useQuery()
  // Shown one by one, each would push the next down.
  const isWhole = [terms, balance, withdrawals, pauses, details].every(isSettled)
  const isDrawn = useDeferredValue(isWhole)
  return (
    <Page
      title={t('word.withdraw')}
      lead={t('withdraw.lead')}
      aside={<BackLink to="/dashboard">{t('withdraw.back')}</BackLink>}
    >
      {isDrawn ? (
        <>
          <FollowWallet />
          <div className={classes.layout}>
            <div className={classes.column}>
              <QueryView query={terms} skeleton={<Skeletons count={2} height={220} />}>
                {(loadedTerms) => (
                  <QueryView query={balance} skeleton={<Skeletons count={2} height={220} />}>
                    {(loadedBalance) => (
                      <>
                        <BalancePanel
                          balance={loadedBalance}
                          terms={loadedTerms}
                          withdrawals={withdrawals.data}
                        />
                        {pause ? (
                          <PausePanel pause={pause} />
                        ) : loadedBalance.availablePoints < loadedTerms.minWithdrawalPoints ? (
                          <NothingToWithdraw terms={loadedTerms} />
                        ) : (
                          <RequestForm balance={loadedBalance} terms={loadedTerms} />
                        )}
                      </>
                    )}
                  </QueryView>
                )}
              </QueryView>
            </div>
            <div className={classes.column}>
              <WithdrawalHistory query={withdrawals} />
            </div>
          </div>
          <WalletLinks />
          <AllTransactions />
        </>
      ) : (
        <Skeletons count={4} height={220} />
      )}
    </Page>
  )
}

type BalancePanelProps = { balance: Balance; terms: WalletTerms; withdrawals: Withdrawal[] | undefined }

/** What can be withdrawn, and what is being paid out. */
function BalancePanel({ balance, terms, withdrawals }: BalancePanelProps) {
  const t = useT()
  const { availablePoints, heldPoints } = balance
  return (
    <HeroPanel aria-label={t('wallet.balanceTitle')}>
      <dl className={classes.numbers}>
        <div>
          <dt>{t('word.availablePoints')}</dt>
          <dd className={classes.hero}>{formatPoints(t, availablePoints)}</dd>
        </div>
        <div>
          <dt>{t('wallet.cashValue')}</dt>
          <dd className={classes.cash}>{formatKes(availablePoints * terms.kesPerPoint)}</dd>
        </div>
      </dl>
      {availablePoints < 0 && (
        <p className={classes.quiet}>
          {t('wallet.debt', { points: -availablePoints, held: Math.min(heldPoints, -availablePoints) })}
        </p>
      )}
      {heldPoints > 0 && (
        <div className={classes.held}>
          <p>
            {t('wallet.heldPoints')}:{' '}
            <Amount points={heldPoints} kes={heldKes(withdrawals) ?? heldPoints * terms.kesPerPoint} />
          </p>
          <p className={classes.quiet}>{t('wallet.heldText')}</p>
        </div>
      )}
    </HeroPanel>
  )
}

/** Each withdrawal keeps the rate of its request, so this sums their amounts rather than using today's rate. */
function heldKes(withdrawals: Withdrawal[] | undefined): number | undefined {
  return withdrawals
    ?.filter(({ status }) => status === 'pending' || status === 'approved')
    .reduce((sum, { amountKes }) => sum + amountKes, 0)
}

function WithdrawalHistory({ query }: { query: ReturnType<typeof useWithdrawals> }) {
  const t = useT()
  return (
    <Panel aria-labelledby="history-title">
      <Title order={2} id="history-title" mb="xs">
        {t('word.yourWithdrawals')}
      </Title>
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(withdrawals) =>
          withdrawals.length === 0 ? (
            <EmptyText title={t('history.emptyTitle')} text={t('history.emptyText')} />
          ) : (
            <Withdrawals withdrawals={withdrawals} />
          )
        }
      </QueryView>
    </Panel>
  )
}

function Withdrawals({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const expected = useExpectedPayouts(withdrawals)
  return (
    <ul className={blocks.list} aria-labelledby="history-title">
      {withdrawals.map((withdrawal, index) => (
        <WithdrawalItem
          key={withdrawal.id}
          withdrawal={withdrawal}
          isNewest={index === 0}
          expected={expected.get(withdrawal.id) ?? null}
        />
      ))}
    </ul>
  )
}

const POLL_MS = 15_000

/** When the member can expect their open withdrawals, by id. Empty until the server knows. */
function useExpectedPayouts(withdrawals: readonly Withdrawal[]): ReadonlyMap<string, ExpectedPayout> {
  const open = withdrawals.filter(({ status }) => !isFinal(status))
  const isAny = open.length > 0
  const { data = [], refetch } = trpc.wallet.listExpectedPayouts.useQuery(undefined, {
    enabled: isAny,
    staleTime: JUST_NOW_MS,
    refetchInterval: POLL_MS,
  })
  // Another step has another time.
  const steps = open.map(({ id, payoutState }) => `${id} ${payoutState}`).join()
  useEffect(() => {
    if (steps !== '') void refetch()
  }, [steps, refetch])
  return new Map(isAny ? data.map((each) => [each.withdrawalId, each]) : [])
}

/** All of the member's postings, page by page. */
function AllTransactions() {
  const t = useT()
  const query = useInfiniteQuery(transactionPages(trpc.useUtils().client))
  return (
    <Panel aria-labelledby="transactions">
      <Title order={2} id="transactions">
        {t('transactions.title')}
      </Title>
      <TimeZoneNote />
      <QueryView query={query} skeleton={<Skeletons count={5} height={64} />}>
        {({ pages }) =>
          pages[0]?.length ? (
            <TransactionList transactions={pages.flat()} label={t('transactions.title')} />
          ) : (
            <EmptyText title={t('transactions.emptyTitle')} text={t('transactions.emptyText')} />
          )
        }
      </QueryView>
      <LoadMore query={query} mt="sm" />
    </Panel>
  )
}

const PAGE_SIZE = 20

export function transactionPages(client: ApiClient) {
  return {
    ...keysetPages({
      key: getQueryKey(trpc.wallet.listTransactions),
      size: PAGE_SIZE,
      load: (page: KeysetPage<number>, signal) => client.wallet.listTransactions.query(page, { signal }),
      cursorOf: ({ id }) => id,
      cursor: 'before',
    }),
    // A member's posting ids count from 1 without gaps, so nothing precedes 1.
    getNextPageParam: (page: PointsTransaction[]) => {
      const last = page.at(-1)
      return last && last.id > 1 ? last.id : null
    },
  }
}

type Props = { transactions: PointsTransaction[]; label: string }

/** Postings with the balance after each, as in a bank statement. */
export function TransactionList({ transactions, label }: Props) {
  return (
    <MovementList aria-label={label}>
      {transactions.map((transaction) => (
        <TransactionRow key={transaction.id} transaction={transaction} />
      ))}
    </MovementList>
  )
}

function TransactionRow({ transaction }: { transaction: PointsTransaction }) {
  const t = useT()
  const { description, points, heldPoints, availableAfter, heldAfter, createdAt } = transaction
  return (
    <MovementRow
      description={description}
      time={<time dateTime={createdAt}>{formatDateTime(createdAt)}</time>}
    >
      <MovedPoints points={points} heldPoints={heldPoints} />
      <p className={movements.balance}>
        {t('word.balance')} <PointsAmount points={availableAfter} size="sm" />
        {heldAfter > 0 && `, ${t('transactions.held', { points: heldAfter })}`}
      </p>
    </MovementRow>
  )
}

/** Why payouts are paused, what still works, and the exchange between member and staff about it. */
function PausePanel({ pause }: { pause: PayoutPause }) {
  const t = useT()
  return (
    <Panel aria-labelledby="pause-title">
      <Stack>
        <div>
          <Title order={2} id="pause-title">
            {t('pause.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('pause.since', { when: formatDateTime(pause.pausedAt) })}
          </Text>
        </div>
        <Text fw={600} className={blocks.words ?? ''}>
          {t('pause.reason', { reason: pause.reason })}
        </Text>
        <Text>{t('pause.still')}</Text>
        {pause.appeal === null ? <AppealForm pauseId={pause.id} /> : <Appealed pause={pause} />}
      </Stack>
    </Panel>
  )
}

function Appealed({ pause: { appeal, appealAnswer } }: { pause: PayoutPause }) {
  const t = useT()
  return (
    // The answer may arrive while the page is open.
    <Stack gap="xs" aria-live="polite">
      <Title order={3} size="h4">
        {t('pause.yourAppeal')}
      </Title>
      <Text className={blocks.words ?? ''}>{appeal}</Text>
      {appealAnswer === null ? (
        <Text c="dimmed">{t('pause.waiting')}</Text>
      ) : (
        <>
          <Title order={3} size="h4">
            {t('pause.ourAnswer')}
          </Title>
          <Text className={blocks.words ?? ''}>{appealAnswer}</Text>
        </>
      )}
    </Stack>
  )
}

const MIN_CHARACTERS = 10
const MAX_CHARACTERS = 1000

function AppealForm({ pauseId }: { pauseId: string }) {
  const t = useT()
  const form = useForm({
    initialValues: { appeal: '' },
    validate: {
      appeal: (text) =>
        text.trim().length < MIN_CHARACTERS ? t('appeal.tooShort', { min: MIN_CHARACTERS }) : null,
    },
  })
  const utils = trpc.useUtils()
  const send = useAction(trpc.wallet.appealPayoutPause, {
    done: { title: t('appeal.sentTitle'), message: t('appeal.sent') },
    failure: { title: t('appeal.failedTitle'), offline: t('appeal.offline') },
    // A toast follows.
    onFailed: (error) => void showFieldErrors(form, error),
    // Also after a failure: the appeal may have been sent from another window, or the pause may be over.
    onEnd: [utils.wallet.listPayoutPauses],
  })
  const count = form.values.appeal.length
  return (
    <form
      onSubmit={form.onSubmit(({ appeal }) => send.run({ id: pauseId, appeal }), focusFirstError(form))}
      noValidate
      aria-labelledby="appeal-title"
    >
      <Stack>
        <Title order={3} size="h4" id="appeal-title">
          {t('appeal.title')}
        </Title>
        <Textarea
          label={t('appeal.label')}
          description={t('appeal.hint', { count, max: MAX_CHARACTERS })}
          rows={5}
          maxLength={MAX_CHARACTERS}
          {...form.getInputProps('appeal')}
        />
        <Button type="submit" loading={send.isPending} fullWidth>
          {t('appeal.send')}
        </Button>
      </Stack>
    </form>
  )
}

/** Without a drawing: on a first visit it would be the largest thing on the screen, and the last to come. */
function EmptyText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </>
  )
}
