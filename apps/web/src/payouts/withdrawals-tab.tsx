import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import type { StartForStaff } from '../ui/frame/access.ts'
import { useMay } from '../ui/frame/staff-member.tsx'
import { Skeletons } from '../ui/states/states.tsx'
import { BulkApproval, useSelection } from './approvals/bulk-approval.tsx'
import { APPEALED, OpenAppeals } from './pauses/appeals.tsx'
import { PaymentRails } from './queue/payment-rails.tsx'
import {
  isNarrowed,
  NO_FILTER,
  toNarrowing,
  toQuery,
  type WithdrawalFilter,
  WithdrawalTools,
} from './withdrawal-filter.tsx'
import { firstPage, type ListQuery, WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals.module.css'

/** The withdrawals as a tab of the admin dashboard (SPEC §2): one list under the other, each row with its decisions. */
export function WithdrawalsTab() {
  return (
    <>
      <PaymentRails />
      <WithdrawalsSection />
    </>
  )
}

/** The lists of what waits for a decision or a payment. */
const OPEN = {
  flagged: { status: 'pending', isFlagged: true },
  unflagged: { status: 'pending', isFlagged: false },
  approved: { status: 'approved' },
} as const

/** Start what the tab opens with. */
export const startWithdrawals: StartForStaff = ({ admin }, { may }) => [
  ...(may('admin.listPayoutQueues') ? [admin.listPayoutQueues.prefetch()] : []),
  ...(may('admin.listPayoutPauses') ? [admin.listPayoutPauses.prefetch(APPEALED)] : []),
  ...(may('admin.previewBulkApproval')
    ? [admin.previewBulkApproval.prefetch(undefined, { staleTime: 0 })]
    : []),
  ...Object.values(OPEN).map((query) => admin.listWithdrawals.prefetch(firstPage(query))),
]

/** The withdrawals that wait for a decision or a payment, and all earlier ones. */
function WithdrawalsSection() {
  const t = useT()
  const [filter, setFilter] = useState(NO_FILTER)
  const { status } = filter
  const narrowing = toNarrowing(filter)
  const key = JSON.stringify(narrowing)
  return (
    <section aria-label={t('word.withdrawals')} className={classes.section}>
      <WithdrawalTools filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      {status === 'open' ? (
        <OpenWithdrawals key={key} filter={filter} />
      ) : (
        <WithdrawalList key={`${status} ${key}`} query={toQuery(filter)} />
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
      <WithdrawalList query={{ ...narrowing, ...OPEN.approved }} title={t('admin.sectionApproved')} isPart />
    </Stack>
  )
}

/** Whether one of the open lists still loads. Shown one by one they would move each other. */
function useIsOpenLoading(narrowing: ListQuery): boolean {
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
    <div>
      {mayDecide && <BulkApproval selection={selection} isForAll={!isNarrowed(filter)} />}
      <Stack gap="lg">
        <WithdrawalList
          query={{ ...narrowing, ...OPEN.flagged }}
          title={t('admin.sectionFlagged')}
          isOptional
          {...picks}
        />
        <WithdrawalList
          query={{ ...narrowing, ...OPEN.unflagged }}
          title={t('automatic.pending')}
          {...picks}
        />
      </Stack>
    </div>
  )
}
