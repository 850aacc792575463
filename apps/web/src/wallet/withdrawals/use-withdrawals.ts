import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useRefreshPointsOnNews } from '../use-refresh-points-on-news.ts'

const POLL_MS = 30_000

/** The member's withdrawals, newest first. News is pushed (`useWalletNews`); where it cannot be, it is asked for. */
export function useWithdrawals() {
  const query = trpc.wallet.listWithdrawals.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })
  // One that was paid or rejected has moved points.
  useRefreshPointsOnNews(query.data?.map(({ id, status }) => `${id} ${status}`).join())
  return query
}
