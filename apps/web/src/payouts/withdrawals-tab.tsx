import type { RouterInputs } from '@chuma/api/types'
import type { Permission } from '@chuma/contract/admin/permissions'
import { formatKes } from '@chuma/contract/format-money'
import type { ImportedPayments } from '@chuma/contract/payouts/destinations'
import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { CsvDownload, CsvUpload } from '../ui/forms/csv-files.tsx'
import type { StartForStaff } from '../ui/frame/access.ts'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { actorName, useMay } from '../ui/frame/staff-member.tsx'
import { Section } from '../ui/page/section.tsx'
import list from '../ui/states/list.module.css'
import { FilterPopover, FilterSelect, isTooShort } from '../ui/states/staff-lists.tsx'
import { Skeletons } from '../ui/states/states.tsx'
import { BulkDialog } from './approvals/bulk-dialog.tsx'
import { AnswerDialog } from './pauses/answer-dialog.tsx'
import { PayoutQueueSection } from './queue/payout-queue-section.tsx'
import { firstPage, type Picked, type Selection, useArrival, WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals.module.css'

/** The desk of the withdrawals: a tab of the admin dashboard, and a page of its own. */
export function WithdrawalsTab({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <>
      <WithdrawalsSection />
      {permissions.includes('payouts:read') && <PayoutQueueSection />}
      {permissions.includes('payouts:manage') && permissions.includes('payout-details:read') && (
        <PaymentFiles />
      )}
    </>
  )
}

export function WithdrawalsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('admin.withdrawals')}>
      {({ permissions }) => <WithdrawalsTab permissions={permissions} />}
    </AdminFrame>
  )
}

/** The lists of what waits for a decision or a payment. */
const OPEN = {
  flagged: { status: 'pending', isFlagged: true },
  unflagged: { status: 'pending', isFlagged: false },
  approved: { status: 'approved' },
} as const

const APPEALED = { state: 'appealed' } as const

/** Start what the tab opens with. */
export const startWithdrawals: StartForStaff = ({ admin }, { may }) => [
  ...(may('admin.listPayoutQueues') ? [admin.listPayoutQueues.prefetch()] : []),
  ...(may('admin.listPayoutPauses') ? [admin.listPayoutPauses.prefetch(APPEALED)] : []),
  ...(may('admin.previewBulkApproval')
    ? [admin.previewBulkApproval.prefetch(undefined, { staleTime: 0 })]
    : []),
  ...Object.values(OPEN).map((query) => admin.listWithdrawals.prefetch(firstPage(query))),
]

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

/** The withdrawals that wait for a decision or a payment, and all earlier ones. */
function WithdrawalsSection() {
  const t = useT()
  const [filter, setFilter] = useState(NO_FILTER)
  const { status } = filter
  const narrowing = toNarrowing(filter)
  const key = JSON.stringify(narrowing)
  return (
    <section aria-label={t('admin.withdrawals')} className={classes.section}>
      <WithdrawalTools filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      {status === 'open' ? (
        <OpenWithdrawals key={key} filter={filter} />
      ) : (
        <WithdrawalList
          key={`${status} ${key}`}
          query={{
            ...narrowing,
            ...(status === 'held' ? { isHeld: true } : status !== 'all' && { status }),
          }}
        />
      )}
    </section>
  )
}

/** Everything open: appeals, what waits for a decision, what waits for a payment. */
function OpenWithdrawals({ filter }: { filter: WithdrawalFilter }) {
  const t = useT()
  const narrowing = toNarrowing(filter)
  if (useIsOpenLoading(narrowing)) return <Skeletons count={10} height={56} />
  return (
    <Stack gap="lg">
      {!isNarrowed(filter) && <OpenAppeals />}
      <PendingWithdrawals filter={filter} />
      <WithdrawalList
        id="approved"
        query={{ ...narrowing, ...OPEN.approved }}
        title={t('admin.sectionApproved')}
      />
    </Stack>
  )
}

/** Whether one of the open lists still loads. Shown one by one they would move each other. */
function useIsOpenLoading(narrowing: RouterInputs['admin']['listWithdrawals']): boolean {
  const lists = trpc.useQueries(({ admin }) =>
    Object.values(OPEN).map((query) => admin.listWithdrawals(firstPage({ ...narrowing, ...query }))),
  )
  const appeals = trpc.admin.listPayoutPauses.useQuery(APPEALED, { enabled: useMay('members:read') })
  return [...lists, appeals].some(({ isLoading }) => isLoading)
}

/** Pending withdrawals: those to review individually apart, the others also in bulk. */
function PendingWithdrawals({ filter }: { filter: WithdrawalFilter }) {
  const t = useT()
  const mayDecide = useMay('withdrawals:decide')
  const selection = useSelection()
  const narrowing = toNarrowing(filter)
  const picks = mayDecide ? { selection } : {}
  return (
    <>
      <WithdrawalList
        id="flagged"
        query={{ ...narrowing, ...OPEN.flagged }}
        title={t('admin.sectionFlagged')}
        isOptional
        {...picks}
      />
      <div>
        {mayDecide && (
          <BulkApproval
            picked={selection.picked}
            isForAll={!isNarrowed(filter)}
            onDone={() => selection.clear()}
          />
        )}
        <WithdrawalList
          query={{ ...narrowing, ...OPEN.unflagged }}
          title={t('admin.sectionPending')}
          {...picks}
        />
      </div>
    </>
  )
}

/** The withdrawals that staff picked, for a bulk approval. */
function useSelection(): Selection & { picked: readonly Picked[]; clear: () => void } {
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const isSelected = (id: string) => picked.some((row) => row.id === id)
  return {
    picked,
    isSelected,
    clear: () => setPicked([]),
    toggle: (row) =>
      setPicked((rows) =>
        rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row],
      ),
    setAll: (wanted, isOn) =>
      setPicked((rows) => [
        ...rows.filter(({ id }) => !wanted.some((row) => row.id === id)),
        ...(isOn ? wanted : []),
      ]),
  }
}

type WithdrawalToolsProps = {
  filter: WithdrawalFilter
  onChange: (change: Partial<WithdrawalFilter>) => void
}

const TYPING_MS = 350

/** The search over all withdrawals, and the filters behind a button. */
function WithdrawalTools({ filter: { status, method }, onChange }: WithdrawalToolsProps) {
  const t = useT()
  const [text, setText] = useState('')
  const search = useDebouncedCallback((typed: string) => onChange({ search: typed.trim() }), TYPING_MS)
  const labels = { open: t('admin.filterOpen'), held: t('staffHold.filter'), all: t('admin.filterAll') }
  return (
    <search className={classes.tools} aria-label={t('admin.findWithdrawals')}>
      <TextInput
        type="search"
        aria-label={t('admin.searchWithdrawals')}
        placeholder={t('admin.searchHint')}
        leftSection={<IconSearch aria-hidden size={20} />}
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          search(currentTarget.value)
        }}
      />
      <FilterPopover count={Number(status !== 'open') + Number(method !== undefined)}>
        <NativeSelect
          label={t('admin.filter')}
          value={status}
          onChange={({ currentTarget }) =>
            onChange({ status: STATUS_FILTERS.find((name) => name === currentTarget.value) ?? 'open' })
          }
          data={STATUS_FILTERS.map((value) => ({
            value,
            label:
              value === 'open' || value === 'held' || value === 'all'
                ? labels[value]
                : t(`withdrawal.${value}`),
          }))}
        />
        <FilterSelect
          label={t('admin.method')}
          all={t('admin.filterAll')}
          values={METHOD_FILTERS}
          describe={(name) => t(`method.${name}`)}
          value={method}
          onChange={(chosen) => onChange({ method: chosen })}
        />
      </FilterPopover>
    </search>
  )
}

type BulkApprovalProps = {
  picked: readonly Picked[]
  /** Whether to offer everything pending, also what is not on the page. */
  isForAll: boolean
  onDone: () => void
}

const POLL_MS = 30_000

/** Approves the picked withdrawals, or everything pending that one person may approve. */
function BulkApproval({ picked, isForAll, onDone }: BulkApprovalProps) {
  const t = useT()
  const { data } = trpc.admin.previewBulkApproval.useQuery(undefined, {
    enabled: isForAll,
    refetchInterval: POLL_MS,
  })
  const [asked, setAsked] = useState<{ withdrawals: readonly Picked[]; isAll: boolean } | null>(null)
  const isAnyPending =
    isForAll && data !== undefined && data.withdrawals.length + data.flaggedCount + data.heldCount > 0
  if (!isAnyPending && picked.length === 0 && !asked) return null
  return (
    <Group gap="xs" mb="sm">
      {picked.length > 0 && (
        <Button onClick={() => setAsked({ withdrawals: picked, isAll: false })}>
          {t('bulk.some', { count: picked.length })}
        </Button>
      )}
      {isAnyPending && (
        <Button
          variant={picked.length > 0 ? 'default' : 'filled'}
          onClick={() => setAsked({ withdrawals: data.withdrawals, isAll: true })}
        >
          {t('bulk.all')}
        </Button>
      )}
      {isForAll && data && data.flaggedCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.flagged', { count: data.flaggedCount })}
        </Text>
      )}
      {isForAll && data && data.heldCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.held', { count: data.heldCount })}
        </Text>
      )}
      {asked && (
        <BulkDialog
          {...asked}
          onClose={() => {
            setAsked(null)
            onDone()
          }}
        />
      )}
    </Group>
  )
}

/** Members' unanswered appeals against a pause, oldest pause first. Renders nothing if there are none. */
function OpenAppeals() {
  const { data } = trpc.admin.listPayoutPauses.useQuery(APPEALED, {
    enabled: useMay('members:read'),
    refetchInterval: POLL_MS,
  })
  if (!data || data.length === 0) return null
  return <Appeals pauses={data} />
}

function Appeals({ pauses }: { pauses: readonly AdminPayoutPause[] }) {
  const t = useT()
  const arrival = useArrival<HTMLHeadingElement>('appeals')
  return (
    <section aria-labelledby="appeals">
      <Title order={2} size="h3" {...arrival}>
        {t('appeals.title')}
      </Title>
      <ul className={classes.appeals}>
        {pauses.map((pause) => (
          <Appeal key={pause.id} pause={pause} />
        ))}
      </ul>
    </section>
  )
}

function Appeal({ pause }: { pause: AdminPayoutPause }) {
  const t = useT()
  const [isAnswering, setAnswering] = useState(false)
  const mayAnswer = useMay('members:suspend')
  const name = actorName(t, pause.pausedBy)
  return (
    <li className={classes.appeal}>
      <div>
        <Text fw={600}>{pause.userName}</Text>
        <Text size="sm" c="dimmed">
          {pause.userEmail} · {pause.appealedAt && <TimeAgo date={pause.appealedAt} />}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={blocks.words ?? ''}>
        {t('appeals.paused', { name, reason: pause.reason })}
      </Text>
      <Text className={blocks.words ?? ''}>{pause.appeal}</Text>
      {mayAnswer && (
        <Button variant="default" onClick={() => setAnswering(true)}>
          {t('appeals.answer')}
        </Button>
      )}
      <AnswerDialog pause={pause} opened={isAnswering} onClose={() => setAnswering(false)} />
    </li>
  )
}

const STATUS_FILTERS = ['open', 'held', 'pending', 'approved', 'paid', 'rejected', 'all'] as const
const METHOD_FILTERS = ['mpesa', 'bank', 'paypal', 'airtel', 'airtime'] as const

type WithdrawalFilter = {
  /** `open`: waits for a decision or a payment · `held`: is on hold. */
  status: (typeof STATUS_FILTERS)[number]
  method: (typeof METHOD_FILTERS)[number] | undefined
  search: string
}

const NO_FILTER: WithdrawalFilter = { status: 'open', method: undefined, search: '' }

const isNarrowed = ({ method, search }: WithdrawalFilter) => method !== undefined || search !== ''

/** The part of a query that narrows every list of the page. */
function toNarrowing({ method, search }: WithdrawalFilter): RouterInputs['admin']['listWithdrawals'] {
  return { ...(method && { method }), ...(search && !isTooShort(search) && { search }) }
}
