import { trpc } from '../trpc.ts'

/** Looks at the member's points again, but not at who he is: that is asked for once in five minutes (SPEC §9). */
export function useRefreshWallet() {
  const utils = trpc.useUtils()
  return () => {
    void utils.wallet.getBalance.invalidate()
    void utils.wallet.listTransactions.invalidate()
    void utils.wallet.listActivity.invalidate()
    void utils.tasks.getToday.invalidate()
  }
}
