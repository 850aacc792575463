import { trpc } from '../trpc.ts'
import { useRefreshWallet } from './use-refresh-wallet.ts'

/** Call it after anything that may have moved the member's points. */
export function useRefreshPoints() {
  const utils = trpc.useUtils()
  const refreshWallet = useRefreshWallet()
  return () => {
    refreshWallet()
    void utils.auth.getUser.invalidate()
  }
}
