import { trpc } from '../trpc.ts'

/** Reload messages. */
export function useRefreshInbox() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.admin.listMessages.invalidate(), utils.admin.getMessage.invalidate()])
}
