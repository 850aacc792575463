import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage, loadAnalytics } from '../../../admin/analytics/analytics-page.tsx'
import { readAnalyticsSearch } from '../../../admin/analytics/analytics-search.ts'

export const Route = createFileRoute('/_app/admin_/analytics')({
  // The address holds the choice, so that it can be shared.
  validateSearch: readAnalyticsSearch,
  loader: loadAnalytics,
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  return <AnalyticsPage search={readAnalyticsSearch(Route.useSearch())} />
}
