import { trpc } from '../../trpc.ts'

/** Read clients again after a change of one. */
export function useRefreshClients(): () => Promise<unknown> {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listClients.invalidate(),
      admin.getClient.invalidate(),
      admin.getClientStatement.invalidate(),
    ])
}
