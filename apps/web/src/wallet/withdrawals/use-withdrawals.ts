import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useRefreshPointsOnNews } from '../use-refresh-points-on-news.ts'

const POLL_MS = 30_000

/** The member's withdrawals, newest first. Updates are pushed (`useWalletNews`); without a stream, it polls. */
export function useWithdrawals() {
  const query = trpc.wallet.listWithdrawals.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })
  // A paid or rejected withdrawal has changed the member's points.
  useRefreshPointsOnNews(query.data?.map(({ id, status }) => `${id} ${status}`).join())
  return query
}
