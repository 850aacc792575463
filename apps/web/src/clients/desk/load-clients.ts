import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

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
