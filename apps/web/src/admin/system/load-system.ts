import { ALONE, loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadSystem(loading: Loading): void {
  loadForStaff(loading, 'system:read', ({ admin }) => [admin.getSystem.prefetch(undefined, ALONE)])
}
