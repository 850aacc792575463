import { ALONE, loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

/** Start the cards' figures. The charts below load theirs when they render. */
export function loadAnalytics(loading: Loading): void {
  loadForStaff(loading, 'analytics:read', ({ admin }) => [
    admin.getStats.prefetch(undefined, ALONE),
    admin.getClickFigures.prefetch(undefined, ALONE),
  ])
}
