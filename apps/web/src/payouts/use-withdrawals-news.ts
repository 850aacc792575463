import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useRetries } from '../live/use-retries.ts'
import { trpc } from '../trpc.ts'

/** Looks again as soon as some withdrawal or pause is not what it was, while the page can be seen. */
export function useWithdrawalsNews(): void {
  const utils = trpc.useUtils()
  const { retry, forget } = useRetries()
  const isVisible = useDocumentVisibility() === 'visible'
  const look = () => {
    void utils.admin.listWithdrawals.invalidate()
    void utils.admin.listPayoutPauses.invalidate()
    // What a payment ran into may have stopped all of them.
    void utils.admin.getPayoutQueue.invalidate()
  }
  const stream = trpc.admin.onWithdrawalsChange.useSubscription(isVisible ? undefined : skipToken, {
    onData: () => {
      forget()
      look()
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // Whoever is signed out learns it from the call that looks.
      if (status === 401) look()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
