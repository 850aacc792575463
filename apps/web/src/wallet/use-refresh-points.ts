import { trpc } from '../trpc.ts'

/** Call it after anything that may have moved the member's points. */
export function useRefreshPoints() {
  const utils = trpc.useUtils()
  return () => {
    void utils.wallet.getBalance.invalidate()
    void utils.wallet.listTransactions.invalidate()
    void utils.wallet.listActivity.invalidate()
    void utils.games.getToday.invalidate()
    void utils.auth.getUser.invalidate()
  }
}
