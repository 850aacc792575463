import { trpc } from '../trpc.ts'
import { isPayoutMoving } from './is-payout-moving.ts'
import { useRefreshPointsOnNews } from './use-refresh-points-on-news.ts'

const POLL_MS = 30_000
const POLL_WHILE_MOVING_MS = 3_000

/** The member's withdrawals, newest first, asked for again and again, so that news arrives without a reload. */
export function useWithdrawals() {
  const query = trpc.wallet.listWithdrawals.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.some(isPayoutMoving) ? POLL_WHILE_MOVING_MS : POLL_MS),
  })
  // One that was paid or rejected has moved points.
  useRefreshPointsOnNews(query.data?.map(({ id, status }) => `${id} ${status}`).join())
  return query
}
