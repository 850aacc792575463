import { formatKes } from '@chuma/contract/format-money'
import { DESK_STAGES, type DeskStage } from '@chuma/contract/payouts/desk-stages'
import type { ImportedPayments } from '@chuma/contract/payouts/destinations'
import { type AdminWithdrawal, MAX_COUNTED } from '@chuma/contract/payouts/withdrawals'
import { Button, Checkbox, Tabs, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { DeskSearch } from '../../app/page-search.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { moveFocus } from '../../ui/actions/move-focus.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { CsvDownload, CsvUpload } from '../../ui/forms/csv-files.tsx'
import type { StartForStaff } from '../../ui/frame/access.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import tabs from '../../ui/frame/admin-tabs.module.css'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { PageTurner } from '../../ui/states/staff-lists.tsx'
import { ErrorState, Skeletons } from '../../ui/states/states.tsx'
import { BulkApproval, useSelection } from '../approvals/bulk-approval.tsx'
import { APPEALED, OpenAppeals } from '../pauses/appeals.tsx'
import { PaymentRails } from '../queue/payment-rails.tsx'
import { NO_FILTER, toNarrowing, toQuery, WithdrawalTools } from '../withdrawal-filter.tsx'
import { firstPage, type ListQuery, NoWithdrawals, SelectPage, useWithdrawals } from '../withdrawal-list.tsx'
import { Case } from './case.tsx'
import classes from './desk.module.css'

/** Few enough that a page of them and a case stay quick on any machine. */
const PAGE_SIZE = 30

const inStage = (stage: DeskStage): ListQuery => ({
  stage,
  sort: stage === 'sent' ? 'newest' : 'oldest',
  limit: PAGE_SIZE,
})

/** Start what the desk opens with. */
export const startDesk =
  ({ stage = 'review', case: id }: DeskSearch): StartForStaff =>
  ({ admin }, { may }) => [
    ...(may('admin.listPayoutQueues') ? [admin.listPayoutQueues.prefetch()] : []),
    ...(may('admin.listPayoutPauses') ? [admin.listPayoutPauses.prefetch(APPEALED)] : []),
    admin.countWithdrawals.prefetch(),
    admin.listWithdrawals.prefetch(firstPage(inStage(stage))),
    ...(id ? [admin.getWithdrawalCase.prefetch({ id })] : []),
  ]

/** The payout desk: what waits at the left, and the case that is open at the right. */
export function DeskPage({ search }: { search: DeskSearch }) {
  const t = useT()
  return (
    <AdminFrame title={t('word.withdrawals')}>
      {() => (
        <div className={classes.desk} data-open={search.case !== undefined || undefined}>
          <div className={`${classes.top} ${classes.above}`}>
            <PaymentRails />
            <OpenAppeals />
          </div>
          <Desk search={search} />
        </div>
      )}
    </AdminFrame>
  )
}

const POLL_MS = 30_000

function Desk({ search }: { search: DeskSearch }) {
  const t = useT()
  const navigate = useNavigate()
  const [filter, setFilter] = useState(NO_FILTER)
  const [resets, setResets] = useState(0)
  const { data: counts, isFetched } = trpc.admin.countWithdrawals.useQuery(undefined, {
    refetchInterval: POLL_MS,
  })
  const [first, setFirst] = useState<DeskStage>()
  // The first tab with something in it, which does not change while someone works.
  if (!first && counts) setFirst(DESK_STAGES.find((stage) => counts[stage] > 0) ?? 'review')
  const stage = search.stage ?? first ?? 'review'
  const row = useShowActiveTab(stage)
  // What is searched for may be in any stage.
  const isStaged = filter.status === 'open' && filter.search === ''
  const query = isStaged
    ? { ...inStage(stage), ...toNarrowing(filter) }
    : { ...toQuery(filter), limit: PAGE_SIZE }
  const cases = <Cases key={JSON.stringify(query)} query={query} caseId={search.case} />
  const openTab = (tab: string | null) => {
    setFilter(NO_FILTER)
    setResets(resets + 1)
    void navigate({
      to: '/admin/withdrawals',
      search: { stage: DESK_STAGES.find((each) => each === tab) ?? 'review' },
      resetScroll: false,
    })
  }
  return (
    <section aria-label={t('word.withdrawals')} onKeyDown={pressShortcut}>
      <Tabs
        value={isStaged ? stage : null}
        onChange={openTab}
        activateTabWithKeyboard={false}
        keepMounted={false}
        classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '' }}
      >
        <div className={`${classes.bar} ${classes.above}`}>
          <Tabs.List aria-label={t('desk.tabs')} ref={row} data-counting={!isFetched || undefined}>
            {DESK_STAGES.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`deskStage.${each}`)} <Count count={counts?.[each]} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <WithdrawalTools
            key={resets}
            filter={filter}
            onChange={(change) => setFilter({ ...filter, ...change })}
          />
        </div>
        {DESK_STAGES.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {each === stage && cases}
          </Tabs.Panel>
        ))}
        {!isStaged && cases}
      </Tabs>
    </section>
  )
}

function Count({ count }: { count: number | undefined }) {
  return <span className={classes.count}>{count === MAX_COUNTED ? `${count}+` : count}</span>
}

/** Press the button, or focus the field, that names the key as its shortcut. Never while someone types, nor in a dialog. */
function pressShortcut(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: desk, target, key } = event
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof Element) || !desk.contains(target) || !/^[a-z]$/i.test(key)) return
  if (target.closest('input:not([type=checkbox]), textarea, select')) return
  const named = desk.querySelector<HTMLElement>(`[aria-keyshortcuts="${key.toUpperCase()}"]`)
  if (!named) return
  event.preventDefault()
  if (named instanceof HTMLButtonElement) named.click()
  else named.focus()
}

/** The sheet's: from here on list and case are beside each other. */
const WIDE = '(min-width: 75em)'

function Cases({ query: narrowed, caseId }: { query: ListQuery; caseId: string | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const { query, rows, pages } = useWithdrawals(narrowed)
  const isWide = useMediaQuery(WIDE) ?? false
  const isPicked = useIsPicked(narrowed)
  const { admin } = trpc.useUtils()
  // Stays, whatever happens to the list: a decision is about what its reader sees.
  const [pinned, setPinned] = useState<string>()
  const [oldest] = rows ?? []
  if (isWide && !caseId && !pinned && oldest) setPinned(oldest.id)
  const shown = caseId ?? (isWide ? pinned : undefined)
  const at = rows?.findIndex(({ id }) => id === shown) ?? -1
  const [next, previous] = [rows?.[at + 1], rows?.[at - 1]]
  const section = useFocusOn(shown)
  const nextId = at < 0 ? undefined : next?.id
  useEffect(() => {
    if (isWide && nextId) void admin.getWithdrawalCase.prefetch({ id: nextId })
  }, [admin, isWide, nextId])

  const open = (row: AdminWithdrawal | undefined) => {
    if (!row) return
    section.wish()
    void navigate({
      to: '/admin/withdrawals',
      search: (before) => ({ ...before, case: row.id }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div className={classes.columns} data-open={caseId !== undefined || undefined}>
      <div className={classes.list}>
        {!rows && !query.isError && (
          <>
            {isPicked && <div className={classes.head} />}
            <Skeletons count={8} height={56} />
          </>
        )}
        {!rows && query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {rows?.length === 0 && <NoWithdrawals {...narrowed} />}
        {rows && rows.length > 0 && <Rows {...{ rows, shown, isPicked }} query={narrowed} />}
        <PageTurner pages={pages} rows={rows} first={t('admin.first')} mt="sm" />
        {narrowed.stage === 'to-pay' && <Files />}
      </div>
      {shown ? (
        <section ref={section.ref} tabIndex={-1} aria-label={t('case.title')} className={classes.case}>
          <Button
            variant="subtle"
            className={classes.back ?? ''}
            leftSection={<IconArrowLeft aria-hidden size={20} />}
            onClick={() =>
              void navigate({
                to: '/admin/withdrawals',
                search: ({ case: _, ...before }) => before,
                resetScroll: false,
              })
            }
          >
            {t('case.back')}
          </Button>
          <Case
            key={shown}
            id={shown}
            onNext={() => open(next ?? (at > 0 ? previous : undefined))}
            onPrevious={() => open(previous)}
          />
        </section>
      ) : null}
    </div>
  )
}

/** Move the focus to the case that opens, if a key or a decision opened it. */
function useFocusOn(shown: string | undefined) {
  const ref = useRef<HTMLElement>(null)
  const isWished = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another case is shown
  useEffect(() => {
    if (isWished.current) ref.current?.focus({ preventScroll: true })
    isWished.current = false
  }, [shown])
  return {
    ref,
    wish: () => {
      isWished.current = true
    },
  }
}

function Files() {
  const isAllowed = [useMay('payouts:manage'), useMay('payout-details:read')]
  return isAllowed.includes(false) ? null : <PaymentFiles />
}

/** Whether rows can be chosen, to be approved together. */
function useIsPicked({ stage }: ListQuery): boolean {
  return useMay('withdrawals:decide') && (stage === 'review' || stage === 'ready')
}

type RowsProps = {
  rows: readonly AdminWithdrawal[]
  query: ListQuery
  shown: string | undefined
  isPicked: boolean
}

function Rows({ rows, query, shown, isPicked }: RowsProps) {
  const t = useT()
  const selection = useSelection()
  return (
    <div>
      {isPicked && <BulkApproval selection={selection} isForAll={query.stage === 'ready' && !query.method} />}
      {isPicked && (
        <div className={classes.head}>
          <SelectPage rows={rows} selection={selection} />
        </div>
      )}
      <ul className={classes.rows} onKeyDown={moveFocus} aria-label={t('word.withdrawals')}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            {isPicked && (
              <Checkbox
                radius="xs"
                aria-label={t('bulk.select', { name: row.userName })}
                checked={selection.isSelected(row.id)}
                onChange={() => selection.toggle(row)}
                data-stop="pick"
              />
            )}
            <Link
              to="/admin/withdrawals"
              search={(before) => ({ ...before, case: row.id })}
              resetScroll={false}
              className={classes.open}
              aria-current={row.id === shown || undefined}
              data-stop="case"
            >
              <span className={classes.name}>{row.userName}</span>
              <span className={classes.amount}>{formatKes(row.amountKes)}</span>
              <Standing withdrawal={row} />
              <span className={classes.age}>
                <TimeAgo date={row.requestedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The most important thing about a withdrawal, in a few words. */
function Standing({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, payoutState, withdrawalMethod, isPaused, isInReview, riskScore, holds, requestedOutcome } =
    withdrawal
  const isPending = status === 'pending'
  const words = requestedOutcome
    ? t(`requested.${requestedOutcome}`)
    : isPaused
      ? t('risk.paused')
      : holds.length > 0
        ? t('staffHold.badge')
        : isPending && isInReview
          ? t('risk.inReview', { score: riskScore })
          : isPending
            ? t('risk.low')
            : status === 'approved' && payoutState
              ? t(`deskPayout.${payoutState}`)
              : t(`withdrawal.${status}`)
  const isUrgent = (isPending && isInReview) || payoutState === 'needs_review'
  return (
    <span className={classes.standing} data-urgent={isUrgent || undefined}>
      {t(`method.${withdrawalMethod}`)} · {words}
    </span>
  )
}

/** Exports the manual payouts as CSV, and imports it again with references. */
function PaymentFiles() {
  const t = useT()
  const utils = trpc.useUtils()
  return (
    <Section title={t('files.title')} text={t('files.text')}>
      <div>
        <CsvDownload fileName="chuma-payouts.csv" load={() => utils.client.admin.exportManualPayouts.query()}>
          {t('files.download')}
        </CsvDownload>
        <LeftOut />
      </div>
      <CsvUpload
        labels={{
          file: t('files.file'),
          placeholder: t('files.placeholder'),
          missing: t('files.missing'),
          check: t('files.check'),
          import: t('files.import'),
        }}
        mutation={trpc.admin.importPayments}
        toInput={(file) => file}
        onDone={({ isDryRun }) => {
          if (!isDryRun) void utils.admin.listWithdrawals.invalidate()
        }}
        // Only a checked file can be imported.
        isReady={({ isDryRun, paidCount }) => isDryRun && paidCount > 0}
      >
        {(result) => <PaymentResults result={result} />}
      </CsvUpload>
    </Section>
  )
}

/** Approved payouts on hold are not in the file. */
function LeftOut() {
  const t = useT()
  const { data: queues } = trpc.admin.listPayoutQueues.useQuery()
  const { data: byHand } = trpc.admin.getPayoutQueue.useQuery(undefined, { enabled: queues?.length === 0 })
  // Of all queues together.
  const heldCount = (queues?.[0] ?? byHand)?.heldCount ?? 0
  if (heldCount === 0) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('files.held', { count: heldCount })}
    </Text>
  )
}

const SHOWN = 200

/** The result, or preview, of a file of references, with the reason for each row that fails. */
function PaymentResults({ result }: { result: ImportedPayments }) {
  const t = useT()
  const { isDryRun, paidCount, paidKes, results } = result
  const others = results.filter(({ outcome }) => outcome !== 'paid')
  const words = { count: paidCount, kes: formatKes(paidKes) }
  return (
    <>
      <Text fw={600}>{t(isDryRun ? 'files.checked' : 'files.imported', words)}</Text>
      {others.length > 0 && <Text>{t('files.others', { count: others.length })}</Text>}
      <ul className={list.results}>
        {others.slice(0, SHOWN).map(({ line, outcome }) => (
          <li key={line}>{t('files.row', { line, outcome: t(`paymentOutcome.${outcome}`) })}</li>
        ))}
        {others.length > SHOWN && <li>{t('files.more', { count: others.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
