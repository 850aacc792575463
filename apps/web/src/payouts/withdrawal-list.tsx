import type { RouterInputs } from '@chuma/api/types'
import type { AdminHold } from '@chuma/contract/payouts/holds'
import { listOtherReasons } from '@chuma/contract/payouts/next-step'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { Button, Checkbox, Text, Title } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import noWithdrawals from '../art/no-withdrawals.svg'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatDateTime } from '../i18n/format-date.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { moveFocus } from '../ui/actions/move-focus.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { ReasonDialog, useReason } from '../ui/dialogs/reason-dialog.tsx'
import { Amount } from '../ui/figures/amount.tsx'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { useMay } from '../ui/frame/staff-member.tsx'
import { Panel } from '../ui/page/page.tsx'
import { PageTurner, usePages } from '../ui/states/staff-lists.tsx'
import { EmptyState, ErrorState, Skeletons } from '../ui/states/states.tsx'
import { WithdrawalRequest } from './approvals/request-panel.tsx'
import { WithdrawalActions, WithdrawalRisk } from './approvals/withdrawal-actions.tsx'
import { usePayoutDetails, useRefreshWithdrawals } from './data.ts'
import classes from './withdrawals.module.css'

const MOVING_POLL_MS = 3000
const IDLE_POLL_MS = 30_000
const PAGE_SIZE = 50

export type ListQuery = Omit<NonNullable<RouterInputs['admin']['listWithdrawals']>, 'limit'> & {
  limit?: number
}

/** What a list asks for first. */
export const firstPage = ({ limit = PAGE_SIZE, ...query }: ListQuery) =>
  ({ sort: 'oldest', ...query, limit }) as const

/** One page of withdrawals, oldest first unless the query says otherwise. Polls while payouts are in progress. */
export function useWithdrawals(query: ListQuery) {
  const first = firstPage(query)
  const pages = usePages(first.limit)
  const page = trpc.admin.listWithdrawals.useQuery(
    { ...first, ...pages.input },
    {
      refetchInterval: ({ state }) => (state.data?.some(isPayoutMoving) ? MOVING_POLL_MS : IDLE_POLL_MS),
    },
  )
  return { query: page, rows: page.data, pages }
}

type Props = {
  query: ListQuery
  title?: string
  /** Shows nothing while it is empty. */
  isOptional?: boolean
  /** One of several lists: it says in a line that it is empty. */
  isPart?: boolean
  selection?: Selection
}

/** One page of withdrawals in rows with their decisions. */
export function WithdrawalList({ query: narrowed, title, isOptional, isPart = false, selection }: Props) {
  const t = useT()
  const { query, rows, pages } = useWithdrawals(narrowed)
  if (isOptional && pages.isFirst && !rows?.length) return null
  return (
    <div>
      {title && <ListTitle title={title} count={rows?.length ?? 0} />}
      {!rows && !query.isError && <Skeletons count={4} height={48} />}
      {!rows && query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 &&
        (isPart ? <Text c="dimmed">{t('admin.emptyOther')}</Text> : <NoWithdrawals {...narrowed} />)}
      {rows && rows.length > 0 && (
        <div className={classes.table}>
          <Head rows={rows} {...(selection && { selection })} />
          <ul className={classes.rows} onKeyDown={moveFocus} aria-label={title ?? t('word.withdrawals')}>
            {rows.map((row) => (
              <WithdrawalRow key={row.id} withdrawal={row} {...(selection && { selection })} />
            ))}
          </ul>
        </div>
      )}
      <PageTurner pages={pages} rows={rows} first={t('admin.first')} mt="sm" />
    </div>
  )
}

function ListTitle({ title, count }: { title: string; count: number }) {
  return (
    <Title order={2} size="h3" mb="xs">
      {title}
      {count > 0 && <span className={classes.count}>{count}</span>}
    </Title>
  )
}

/** The names of the columns. A screen reader reads each row as a sentence instead. */
function Head({ rows, selection }: { rows: readonly AdminWithdrawal[]; selection?: Selection }) {
  const t = useT()
  return (
    <div className={classes.head}>
      {selection ? <SelectPage rows={rows} selection={selection} className={classes.whole} /> : <span />}
      {COLUMNS.map((column) => (
        <span key={column} aria-hidden>
          {t(`withdrawalColumn.${column}`)}
        </span>
      ))}
    </div>
  )
}

type SelectPageProps = {
  rows: readonly AdminWithdrawal[]
  selection: Selection
  className?: string | undefined
}

/** Picks a page of withdrawals. `className`: of its words. */
export function SelectPage({ rows, selection, className }: SelectPageProps) {
  const t = useT()
  const picked = rows.filter(({ id }) => selection.isSelected(id)).length
  return (
    <Checkbox
      aria-label={t('bulk.selectPage')}
      label={<span className={className}>{t('bulk.selectPage')}</span>}
      radius="xs"
      checked={picked === rows.length}
      indeterminate={picked > 0 && picked < rows.length}
      onChange={({ currentTarget }) => selection.setAll(rows, currentTarget.checked)}
    />
  )
}

const COLUMNS = ['member', 'amount', 'to', 'risk', 'waiting', 'actions'] as const

/** What stands in place of an empty list. A search says that nothing matches. */
export function NoWithdrawals({ status, stage, search }: ListQuery) {
  const t = useT()
  const isPending = status === 'pending' || stage === 'review' || stage === 'ready'
  const text = search ? 'admin.emptySearch' : isPending ? 'admin.emptyPending' : 'admin.emptyOther'
  return (
    <Panel tone="quiet">
      <EmptyState
        art={isPending ? nothingToReview : noWithdrawals}
        title={t('admin.emptyTitle')}
        text={t(text)}
      />
    </Panel>
  )
}

const MOVING: ReadonlySet<Withdrawal['payoutState']> = new Set(['queued', 'sending', 'sent', 'unknown'])

/** Whether the payout is in progress and may settle at any moment. */
function isPayoutMoving({ status, payoutState }: Pick<Withdrawal, 'status' | 'payoutState'>): boolean {
  return status === 'approved' && MOVING.has(payoutState)
}

/** One line: member, amount, destination, risk, age and actions; below it what staff need to know to decide. */
function WithdrawalRow({ withdrawal, selection }: { withdrawal: AdminWithdrawal; selection?: Selection }) {
  const t = useT()
  const { id, userId, userName, userEmail, withdrawalMethod } = withdrawal
  const details = usePayoutDetails(withdrawal)
  return (
    <li className={classes.row}>
      <div className={classes.pick}>
        {selection && (
          <Checkbox
            radius="xs"
            aria-label={t('bulk.select', { name: userName })}
            checked={selection.isSelected(id)}
            onChange={() => selection.toggle(withdrawal)}
            data-stop="pick"
          />
        )}
      </div>
      <div className={classes.who}>
        <Link
          to="/admin/members/$memberId"
          params={{ memberId: userId }}
          className={classes.name}
          data-stop="member"
        >
          {userName}
        </Link>
        <span className={classes.second} title={userEmail}>
          {userEmail}
        </span>
      </div>
      <div className={classes.amount}>
        <Amount points={withdrawal.pointsToWithdraw} kes={withdrawal.amountKes} size="sm" />
      </div>
      <div className={classes.to}>
        <span className={classes.method}>{t(`method.${withdrawalMethod}`)}</span>{' '}
        <span className={details.isShown ? classes.shown : classes.second}>{details.text}</span>
      </div>
      <div className={classes.risk}>
        <WithdrawalRisk withdrawal={withdrawal} />
      </div>
      <div className={classes.waiting}>
        <TimeAgo date={withdrawal.requestedAt} />
      </div>
      <WithdrawalActions withdrawal={withdrawal} details={details} />
      <WithdrawalNotes withdrawal={withdrawal} />
      <WithdrawalHolds withdrawal={withdrawal} />
      {withdrawal.requestedOutcome && (
        <div className={classes.request}>
          <WithdrawalRequest withdrawal={withdrawal} />
        </div>
      )}
    </li>
  )
}

/** The second line of a row: the reasons for a review, what the payout is doing, and earlier remarks. */
export function WithdrawalNotes({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, payoutState, waitReason, payoutNote, adminComment, receipt } = withdrawal
  const { isInReview } = withdrawal
  const isWaiting = status === 'pending'
  const isPaying = status === 'approved' && payoutState !== null
  const urgent = isPaying && payoutState === 'needs_review'
  const notes = [
    isPaying && !urgent && t(`payout.${payoutState}`),
    (payoutState === 'returned' || payoutState === 'cancelled') && t(`payout.${payoutState}`),
    // A hold says more below.
    isPaying && waitReason && waitReason !== 'held' && t(`waitReason.${waitReason}`),
    isPaying && payoutNote && t('admin.payoutNote', { text: payoutNote }),
    ...(isWaiting && isInReview ? listOtherReasons(withdrawal) : []).map((reason) =>
      t(`reviewReason.${reason}`),
    ),
    receipt && t('admin.receipt', { receipt }),
    withdrawal.receiverNameMatches === false &&
      t('admin.receiverDiffers', { name: withdrawal.receiverName ?? '' }),
    adminComment &&
      adminComment !== receipt &&
      payoutState !== 'cancelled' &&
      t('admin.comment', { text: adminComment }),
  ].filter((note) => note !== false && note !== null && note !== '')
  if (notes.length === 0 && !urgent) return null
  return (
    <p className={classes.notes}>
      {urgent && <strong className={classes.urgent}>{t('payout.needs_review')} </strong>}
      {notes.join(' · ')}
    </p>
  )
}

/** What the results of a bulk approval say about a withdrawal. */
export type Picked = Pick<AdminWithdrawal, 'id' | 'userName' | 'amountKes'>

export type Selection = {
  isSelected: (id: string) => boolean
  toggle: (withdrawal: Picked) => void
  setAll: (withdrawals: readonly Picked[], isOn: boolean) => void
}

/** Why a withdrawal is on hold, since when, and a button for each hold that staff may lift. */
export function WithdrawalHolds({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const mayLift = useMay('withdrawals:decide')
  const [asked, setAsked] = useState<AdminHold | null>(null)
  const { holds } = withdrawal
  if (holds.length === 0) return null
  return (
    <>
      <ul className={classes.holds} aria-label={t('staffHold.badge')}>
        {holds.map((hold) => (
          <li key={hold.id} className={classes.hold}>
            <IconHourglassHigh size={16} aria-hidden className={classes.holdIcon} />
            <span>
              {describeHold(t, hold)} <span className={classes.holdTimes}>{describeTimes(t, hold)}</span>
            </span>
            {mayLift && hold.isLiftable && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('staffHold.liftOf', { reason: describeHold(t, hold) })}
                onClick={() => setAsked(hold)}
                data-stop={`lift ${hold.reason}`}
              >
                {t('staffHold.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <LiftHoldDialog withdrawal={withdrawal} hold={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

type WithdrawalHoldsProps = { withdrawal: AdminWithdrawal; hold: AdminHold; onClose: () => void }

/** Asks why a hold is lifted. The server checks that it is still there. */
function LiftHoldDialog({ withdrawal: { id, userName }, hold, onClose }: WithdrawalHoldsProps) {
  const t = useT()
  const form = useReason()
  const lift = useAction(trpc.admin.liftHold, {
    form,
    done: t('staffHold.lifted'),
    failure: { title: t('staffHold.failed'), offline: t('state.failedText') },
    onOver: onClose,
    onEnd: useRefreshWithdrawals(),
  })
  return (
    <ReasonDialog
      form={form}
      title={t('staffHold.liftTitle', { name: userName })}
      text={t('staffHold.liftText')}
      action={t('staffHold.lift')}
      isPending={lift.isPending}
      onSend={(reason) => lift.run({ id, holdId: hold.id, reason })}
      onClose={onClose}
    >
      <Text fw={600}>{describeHold(t, hold)}</Text>
    </ReasonDialog>
  )
}

/** What led to a hold, for staff. */
function describeHold(t: Translate, { reason, facts }: Pick<AdminHold, 'reason' | 'facts'>): string {
  switch (reason) {
    case 'credentials-changed':
    case 'email-changed':
      return t(facts.change ? `staffHoldChange.${facts.change}` : `staffHold.${reason}`)
    case 'shared-destination':
      return facts.isOfAnother
        ? t('staffHold.of-another')
        : t(`staffHold.${reason}`, { accounts: facts.accounts ?? 0 })
    case 'shared-mailbox':
      return t(`staffHold.${reason}`, { accounts: facts.accounts ?? 0 })
    case 'cluster':
      return facts.accounts === undefined
        ? t('staffHold.cluster')
        : t('staffHold.phone', { accounts: facts.accounts })
    case 'survey-quality':
      return t(`staffHold.${reason}`, { surveys: facts.surveys ?? 0 })
    case 'unsettled-credits':
    case 'debt':
      return t(`staffHold.${reason}`, { points: facts.points ?? 0 })
    default:
      return t(`staffHold.${reason}`)
  }
}

/** Since when, and until when if it ends on its own. */
function describeTimes(t: Translate, { since, until }: Pick<AdminHold, 'since' | 'until'>): string {
  const begun = t('staffHold.since', { since: formatDateTime(since) })
  return until === null ? begun : `${begun}, ${t('staffHold.until', { until: formatDateTime(until) })}`
}
