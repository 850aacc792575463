import { trpc } from '../../trpc.ts'

/** Refetches what a change of the desk shows. */
export function useRefreshDesk(id: string) {
  const utils = trpc.useUtils()
  return () => utils.admin.getSignOff.invalidate({ id })
}
