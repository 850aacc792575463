import type { ExpectedPayout } from '@chuma/contract/payouts/automatic-payouts'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'

const MOST = 50
const POLL_MS = 15_000

/** When the member can expect their open withdrawals, by id. Empty until the server knows. */
export function useExpectedPayouts(withdrawals: readonly Withdrawal[]): ReadonlyMap<string, ExpectedPayout> {
  const ids = withdrawals
    .filter(({ status }) => status === 'pending' || status === 'approved')
    .slice(0, MOST)
    .map(({ id }) => id)
  const { data = [] } = trpc.wallet.listExpectedPayouts.useQuery(
    { ids },
    { enabled: ids.length > 0, staleTime: JUST_NOW_MS, refetchInterval: POLL_MS },
  )
  return new Map(data.map((each) => [each.withdrawalId, each]))
}
