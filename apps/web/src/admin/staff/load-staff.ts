import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadStaff(loading: Loading): void {
  loadForStaff(loading, 'staff:manage', ({ admin }) => [
    admin.listStaff.prefetch(),
    admin.listPeople.prefetch(),
    admin.listApiKeys.prefetch(),
  ])
}
