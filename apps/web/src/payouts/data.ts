import { trpc } from '../trpc.ts'

/** Reload what a decision about withdrawals changes. Also after a refusal: someone else acted first. */
export function useRefreshWithdrawals() {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listWithdrawals.invalidate(),
      admin.previewBulkApproval.invalidate(),
      admin.getPayoutQueue.invalidate(),
      admin.listPayoutQueues.invalidate(),
      admin.listWaiting.invalidate(),
    ])
}
