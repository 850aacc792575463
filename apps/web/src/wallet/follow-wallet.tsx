import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRetries } from '../live/use-retries.ts'
import { useKeepWallet } from '../offline/unreachable.tsx'
import { trpc } from '../trpc.ts'
import { useRefreshPoints, useRefreshWallet } from './movements.tsx'

/**
 * Follows the member's points while their page is open. A separate component, so that its updates re-render nothing
 * else. Mount it together with the content it refreshes, not earlier: it refetches when it subscribes, and an answer
 * during the first render makes React render everything again synchronously.
 */
export function FollowWallet() {
  useWalletNews()
  useKeepWallet()
  return null
}

/**
 * Refetch when the server reports a change to the member's points or withdrawals. Only while the page is visible:
 * browsers limit connections per host, and hidden tabs would use them up.
 */
function useWalletNews(): void {
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const refreshWallet = useRefreshWallet()
  const hasBegun = useRef(false)
  const { retry, forget } = useRetries()
  const isVisible = useDocumentVisibility() === 'visible'
  const look = () => {
    // What a stream starts with does not mean that the member has changed: earlier events may have been missed.
    if (hasBegun.current) refreshPoints()
    else refreshWallet()
    void utils.wallet.listWithdrawals.invalidate()
    void utils.wallet.listPayoutPauses.invalidate()
  }
  const stream = trpc.wallet.onChange.useSubscription(isVisible ? undefined : skipToken, {
    onStarted: () => {
      hasBegun.current = false
    },
    onData: (news) => {
      forget()
      if (news === 'changed') look()
      hasBegun.current = true
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // A lost session surfaces through the refetch.
      if (status === 401) refreshPoints()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
