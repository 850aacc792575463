import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useRetries } from '../../live/use-retries.ts'
import { trpc } from '../../trpc.ts'
import { useMay } from '../frame/use-staff-member.ts'

const MINUTE_MS = 60_000

/** What waits for staff. Follows changes through `useStaffNews`, and counts every minute what is not announced. */
export function useWaiting() {
  return trpc.admin.listWaiting.useQuery(undefined, {
    enabled: useMay('stats:read'),
    refetchInterval: MINUTE_MS,
    staleTime: 0,
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
    onData: () => {
      forget()
      look()
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // A lost session surfaces through the calls that reload.
      if (status === 401) look()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
