import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { FIRST_APPROVALS } from './approvals-section.tsx'

export function loadApprovals(loading: Loading): void {
  loadForStaff(loading, 'approvals:read', ({ admin }) => [admin.listApprovals.prefetch(FIRST_APPROVALS)])
}
