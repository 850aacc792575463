import { JUST_NOW_MS, trpc } from '../../trpc.ts'

const POLL_MS = 30_000

/** The member's current payout pause, if any; follows changes without a reload. */
export function usePayoutPause() {
  const { data } = trpc.wallet.listPayoutPauses.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })
  return data?.find(({ liftedAt }) => liftedAt === null)
}
