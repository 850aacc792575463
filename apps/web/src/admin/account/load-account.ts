import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadAccount(loading: Loading): void {
  loadForStaff(loading, null, ({ admin }) => [admin.listSessions.prefetch(undefined, { staleTime: 0 })])
}
