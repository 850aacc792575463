import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadEconomy(loading: Loading): void {
  loadForStaff(loading, 'economy:read', ({ admin }) => [admin.getEconomy.prefetch(undefined, { gcTime: 0 })])
}
