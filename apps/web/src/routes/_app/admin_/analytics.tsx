import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '../../../admin/analytics/analytics-page.tsx'
import { ALONE } from '../../../app/load.ts'
import { readAnalyticsSearch } from '../../../ui/figures/period-search.ts'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/analytics')({
  staticData: { opensWith: 'admin.getClickFigures' },
  // The address holds the choice, so that it can be shared.
  validateSearch: readAnalyticsSearch,
  // The charts load their figures when they render.
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.getStats.prefetch(undefined, ALONE),
      admin.getClickFigures.prefetch(undefined, ALONE),
    ]),
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  return <AnalyticsPage search={readAnalyticsSearch(Route.useSearch())} />
}
