import { trpc } from '../trpc.ts'

/** Reload the books. */
export function useRefreshBooks() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([utils.admin.listReconciliations.invalidate(), utils.admin.listDifferences.invalidate()])
}
