import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'
import { FIRST_DAYS } from './days-section.tsx'

export function loadReconciliation(loading: Loading): void {
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [
    admin.listReconciliations.prefetch(FIRST_DAYS),
    admin.listTaxMonths.prefetch(),
  ])
}
