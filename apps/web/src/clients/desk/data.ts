import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { trpc } from '../../trpc.ts'

export function loadClients(loading: Loading): void {
  loadForStaff(loading, 'clients:manage', ({ admin }) => [admin.listClients.prefetch({ limit: 100 })])
}

export function loadClient(loading: Loading & { params: { clientId: string } }): void {
  const { clientId } = loading.params
  loadForStaff(loading, 'clients:manage', ({ admin }) => [
    admin.getClient.prefetch({ id: clientId }),
    admin.getClientStatement.prefetch({ clientId }),
  ])
}

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
