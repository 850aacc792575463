import type { PayoutDetails, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { useMemo } from 'react'
import { trpc } from '../../trpc.ts'

const NONE: PayoutDetails[] = []

/** The member's saved destinations of the open methods, last used first. None until they load, or if they cannot. */
export function useSavedDetails(methods: readonly WithdrawalMethod[]): PayoutDetails[] {
  const all = trpc.wallet.listPayoutDetails.useQuery().data ?? NONE
  return useMemo(
    () => all.filter(({ withdrawalMethod }) => methods.includes(withdrawalMethod)),
    [all, methods],
  )
}
