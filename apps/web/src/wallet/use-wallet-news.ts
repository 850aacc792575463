import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useRetries } from '../live/use-retries.ts'
import { trpc } from '../trpc.ts'
import { useRefreshPoints } from './use-refresh-points.ts'

/**
 * Looks again as soon as the server says that something is new about the member's points or withdrawals. Only while the page
 * can be seen: a browser keeps few connections to one place, and hidden tabs would use them up.
 */
export function useWalletNews(): void {
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const { retry, forget } = useRetries()
  const isVisible = useDocumentVisibility() === 'visible'
  const look = () => {
    refreshPoints()
    void utils.wallet.listWithdrawals.invalidate()
    void utils.wallet.listPayoutPauses.invalidate()
  }
  const stream = trpc.wallet.onChange.useSubscription(isVisible ? undefined : skipToken, {
    onData: () => {
      forget()
      look()
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // Whoever is signed out learns it from the call that looks, as everywhere.
      if (status === 401) look()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
