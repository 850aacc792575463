import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { FIRST_ROWS } from './desk-section.tsx'

export function loadStatements(loading: Loading): void {
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [
    admin.listStatementRows.prefetch(FIRST_ROWS),
    admin.listStatementMonths.prefetch(),
    admin.listStatementMappings.prefetch(),
  ])
}
