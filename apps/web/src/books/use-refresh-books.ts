import { trpc } from '../trpc.ts'

/** Shows the books as they are now. */
export function useRefreshBooks() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([utils.admin.listReconciliations.invalidate(), utils.admin.listDifferences.invalidate()])
}
