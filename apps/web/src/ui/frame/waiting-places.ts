import type { WaitingItem, WaitingKind } from '@chuma/contract/admin/waiting'
import type { DeskStage } from '@chuma/contract/payouts/desk-stages'
import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useRetries } from '../../live/use-retries.ts'
import { trpc } from '../../trpc.ts'
import { useMay } from './staff-member.tsx'
import type { StaffPlace } from './staff-places.ts'

type WaitingPlace = {
  to: StaffPlace['to']
  /** The part of that page. */
  hash?: string
  /** The tab of the payout desk. */
  search?: { stage: DeskStage }
}

const desk = (stage: DeskStage): WaitingPlace => ({ to: '/admin/withdrawals', search: { stage } })
const withdrawals = (hash: string): WaitingPlace => ({ to: '/admin/withdrawals', hash })

/** Where each kind is worked on. */
export const WAITING_PLACES: Record<WaitingKind, WaitingPlace> = {
  'books-broken': { to: '/admin/reconciliation', hash: 'ledger' },
  'mails-waiting': { to: '/admin/system' },
  'payouts-stopped': withdrawals('payments'),
  'automatic-stopped': { to: '/admin/automatic-payout' },
  'low-float': withdrawals('payments'),
  'unclear-payouts': desk('to-pay'),
  differences: { to: '/admin/reconciliation' },
  'statement-rows': { to: '/admin/statements' },
  'failed-jobs': { to: '/admin/system' },
  'lone-approvals': { to: '/admin/approvals' },
  withdrawals: { to: '/admin/withdrawals' },
  holds: desk('to-pay'),
  approvals: { to: '/admin/approvals' },
  'payouts-by-hand': desk('to-pay'),
  proofs: { to: '/admin/proofs' },
  'credit-reviews': { to: '/admin/credit-reviews' },
  claims: { to: '/admin/claims' },
  'survey-reviews': { to: '/admin/survey-reviews' },
  appeals: withdrawals('appeals'),
  clusters: { to: '/admin/clusters' },
  messages: { to: '/admin/inbox' },
}

const ALARMS = new Set<WaitingKind>([
  'books-broken',
  'mails-waiting',
  'payouts-stopped',
  'automatic-stopped',
  'low-float',
  'unclear-payouts',
  'differences',
  'failed-jobs',
  'lone-approvals',
])

/** Something went wrong; other kinds are ordinary work. */
export const isAlarm = (kind: WaitingKind) => ALARMS.has(kind)

/** Add up what waits on pages. */
export function countAt(work: readonly WaitingItem[], places: readonly StaffPlace[]) {
  const here = work.filter(
    ({ kind, count }) => count > 0 && places.some(({ to }) => to === WAITING_PLACES[kind].to),
  )
  return {
    count: here.reduce((sum, { count }) => sum + count, 0),
    isAlarm: here.some(({ kind }) => isAlarm(kind)),
  }
}

const MINUTE_MS = 60_000

/** What waits for staff, from `loadForStaff`. Follows changes through `useStaffNews`, and counts every minute what is not announced. */
export function useWaiting() {
  return trpc.admin.listWaiting.useQuery(undefined, {
    enabled: useMay('stats:read'),
    refetchInterval: MINUTE_MS,
  })
}

/**
 * Reload counts and lists when something that waits changes, while the page is visible. One stream for each page: browsers
 * allow six connections to a server.
 */
export function useStaffNews(): void {
  const { admin, partners } = trpc.useUtils()
  const { retry, forget } = useRetries()
  const isVisible = useDocumentVisibility() === 'visible'
  const mayCount = useMay('stats:read')
  const look = () => {
    void admin.listWaiting.invalidate()
    void admin.listWithdrawals.invalidate()
    void admin.countWithdrawals.invalidate()
    void admin.getWithdrawalCase.invalidate()
    void admin.previewBulkApproval.invalidate()
    void admin.listPayoutPauses.invalidate()
    // A failing payment may have stopped the whole queue.
    void admin.getPayoutQueue.invalidate()
    void admin.listPayoutQueues.invalidate()
    void admin.listMessages.invalidate()
    void admin.listApprovals.invalidate()
    void partners.listClaims.invalidate()
    void admin.listSurveyReviews.invalidate()
    void partners.listCreditReviews.invalidate()
  }
  const stream = trpc.admin.onWaitingChange.useSubscription(isVisible && mayCount ? undefined : skipToken, {
    onData: (news) => {
      forget()
      if (news === 'changed') look()
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // A lost session surfaces through the calls that reload.
      if (status === 401) look()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
