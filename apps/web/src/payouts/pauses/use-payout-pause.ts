import { JUST_NOW_MS, trpc } from '../../trpc.ts'

const POLL_MS = 30_000

/** Why the member's payouts are paused now, if they are; it comes and goes without a reload. */
export function usePayoutPause() {
  const { data } = trpc.wallet.listPayoutPauses.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })
  return data?.find(({ liftedAt }) => liftedAt === null)
}
