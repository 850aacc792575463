import type { ExpectedPayout } from '@chuma/contract/payouts/automatic-payouts'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { useEffect } from 'react'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'

const POLL_MS = 15_000

/** When the member can expect their open withdrawals, by id. Empty until the server knows. */
export function useExpectedPayouts(withdrawals: readonly Withdrawal[]): ReadonlyMap<string, ExpectedPayout> {
  const open = withdrawals.filter(({ status }) => status === 'pending' || status === 'approved')
  const isAny = open.length > 0
  const { data = [], refetch } = trpc.wallet.listExpectedPayouts.useQuery(undefined, {
    enabled: isAny,
    staleTime: JUST_NOW_MS,
    refetchInterval: POLL_MS,
  })
  // Another step has another time.
  const steps = open.map(({ id, payoutState }) => `${id} ${payoutState}`).join()
  useEffect(() => {
    if (steps !== '') void refetch()
  }, [steps, refetch])
  return new Map(isAny ? data.map((each) => [each.withdrawalId, each]) : [])
}
