import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '../../../admin/analytics/analytics-page.tsx'
import { readAnalyticsSearch } from '../../../admin/analytics/analytics-search.ts'
import { loadForStaff } from '../../../app/load.ts'

export const Route = createFileRoute('/_app/admin_/analytics')({
  // The address holds what is looked at, so that it can be handed on.
  validateSearch: readAnalyticsSearch,
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [admin.getStats.prefetch(), admin.getClickFigures.prefetch()]),
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  return <AnalyticsPage search={readAnalyticsSearch(Route.useSearch())} />
}
