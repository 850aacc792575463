import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { FIRST_DEBTS } from './debts-section.tsx'

export function loadDebts(loading: Loading): void {
  loadForStaff(loading, 'withdrawals:read', ({ admin }) => [admin.listDebts.prefetch(FIRST_DEBTS)])
}
