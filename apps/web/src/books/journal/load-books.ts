import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadBooks(loading: Loading): void {
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [admin.getTrialBalance.prefetch({})])
}
