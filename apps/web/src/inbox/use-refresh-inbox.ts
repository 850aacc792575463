import { trpc } from '../trpc.ts'

/** Shows messages as they are now. */
export function useRefreshInbox() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.admin.listMessages.invalidate(), utils.admin.getMessage.invalidate()])
}
