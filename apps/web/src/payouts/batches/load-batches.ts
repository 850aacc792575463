import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadBatches(loading: Loading): void {
  loadForStaff(loading, 'payouts:read', ({ admin }) => [admin.listBankBatches.prefetch()])
}
