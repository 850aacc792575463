import { trpc } from '../trpc.ts'

/** Refetch the member's points. Call this after anything that may have changed them. */
export function useRefreshPoints() {
  const utils = trpc.useUtils()
  const refreshWallet = useRefreshWallet()
  return () => {
    refreshWallet()
    void utils.auth.getUser.invalidate()
  }
}

/** Refetch the member's points, but not the member, who is refetched only every five minutes (SPEC §9). */
export function useRefreshWallet() {
  const utils = trpc.useUtils()
  return () => {
    void utils.wallet.getBalance.invalidate()
    void utils.wallet.listTransactions.invalidate()
    void utils.wallet.listActivity.invalidate()
    void utils.tasks.getToday.invalidate()
  }
}
