import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadStaffTax(loading: Loading): void {
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [admin.getTaxReport.prefetch()])
}
