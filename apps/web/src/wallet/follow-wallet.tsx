import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRetries } from '../live/use-retries.ts'
import { useKeepWallet } from '../offline/use-keep-wallet.ts'
import { trpc } from '../trpc.ts'
import { useRefreshPoints } from './use-refresh-points.ts'
import { useRefreshWallet } from './use-refresh-wallet.ts'

/**
 * Follows the member's points while their page is open. A part of its own: what it hears draws nothing of the page anew. To be
 * mounted with what it keeps true, not before: it asks again when it begins to listen, and an answer in the middle of the
 * drawing has React draw the whole once more, without a pause.
 */
export function FollowWallet() {
  useWalletNews()
  useKeepWallet()
  return null
}

/**
 * Looks again as soon as the server says that something is new about the member's points or withdrawals. Only while the page
 * can be seen: a browser keeps few connections to one place, and hidden tabs would use them up.
 */
function useWalletNews(): void {
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const refreshWallet = useRefreshWallet()
  const hasBegun = useRef(false)
  const { retry, forget } = useRetries()
  const isVisible = useDocumentVisibility() === 'visible'
  const look = () => {
    // A stream begins with a call to look, as nobody knows what was missed. That is no news of the member himself.
    if (hasBegun.current) refreshPoints()
    else refreshWallet()
    hasBegun.current = true
    void utils.wallet.listWithdrawals.invalidate()
    void utils.wallet.listPayoutPauses.invalidate()
  }
  const stream = trpc.wallet.onChange.useSubscription(isVisible ? undefined : skipToken, {
    onStarted: () => {
      hasBegun.current = false
    },
    onData: () => {
      forget()
      look()
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // Whoever is signed out learns it from the call that looks, as everywhere.
      if (status === 401) refreshPoints()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
