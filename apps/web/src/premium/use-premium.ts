import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import { useEffect, useRef } from 'react'
import { trpc } from '../trpc.ts'

const POLL_MS = 3000

/** Something may still come of it within the minute. */
export function isPaymentMoving(state: PremiumPaymentState | undefined): boolean {
  return state === 'asked' || state === 'sending' || state === 'waiting' || state === 'unknown'
}

/** Premium as it stands. While a telephone is being asked it is looked at again and again, and its news open the pages. */
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
    // What was locked a moment ago is open: every page has to ask again.
    if (hasChanged) void utils.invalidate()
  }, [isPremium, utils])
  return query
}
