import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import { useEffect, useRef } from 'react'
import { trpc } from '../trpc.ts'

const POLL_MS = 3000

/** Whether the payment may still change within the minute. */
export function isPaymentMoving(state: PremiumPaymentState | undefined): boolean {
  return state === 'asked' || state === 'sending' || state === 'waiting' || state === 'unknown'
}

/** The member's premium. Polls while a payment is in progress, and refetches all pages when premium starts or ends. */
export function usePremium() {
  const utils = trpc.useUtils()
  const query = trpc.premium.getPremium.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isPaymentMoving(data?.payment?.state) ? POLL_MS : false),
  })
  const isPremium = query.data?.isPremium
  const before = useRef(isPremium)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== isPremium
    before.current = isPremium
    // Pages lock or unlock with it, so all have to refetch.
    if (hasChanged) void utils.invalidate()
  }, [isPremium, utils])
  return query
}
