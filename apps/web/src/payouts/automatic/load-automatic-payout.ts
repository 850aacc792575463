import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadAutomaticPayout(loading: Loading): void {
  loadForStaff(loading, 'payouts:read', ({ admin }) => [admin.getAutomaticPayout.prefetch()])
}
