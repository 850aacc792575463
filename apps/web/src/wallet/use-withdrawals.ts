import type { Withdrawal } from '@chuma/contract/wallet'
import { useEffect, useRef } from 'react'
import { trpc } from '../trpc.ts'
import { isPayoutMoving } from './is-payout-moving.ts'
import { useRefreshPoints } from './use-refresh-points.ts'

const POLL_MS = 30_000
const POLL_WHILE_MOVING_MS = 3_000

/** The member's withdrawals, newest first, asked for again and again, so that news arrives without a reload. */
export function useWithdrawals() {
  const query = trpc.wallet.listWithdrawals.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.some(isPayoutMoving) ? POLL_WHILE_MOVING_MS : POLL_MS),
  })
  useRefreshPointsOnNews(query.data)
  return query
}

/** A withdrawal that was paid or rejected has moved points. */
function useRefreshPointsOnNews(withdrawals: Withdrawal[] | undefined) {
  const refreshPoints = useRefreshPoints()
  const statuses = withdrawals?.map(({ id, status }) => `${id} ${status}`).join()
  const known = useRef(statuses)
  useEffect(() => {
    if (known.current !== undefined && known.current !== statuses) refreshPoints()
    known.current = statuses
  })
}
