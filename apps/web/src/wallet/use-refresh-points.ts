import { trpc } from '../trpc.ts'
import { useRefreshWallet } from './use-refresh-wallet.ts'

/** Refetch the member's points. Call this after anything that may have changed them. */
export function useRefreshPoints() {
  const utils = trpc.useUtils()
  const refreshWallet = useRefreshWallet()
  return () => {
    refreshWallet()
    void utils.auth.getUser.invalidate()
  }
}
