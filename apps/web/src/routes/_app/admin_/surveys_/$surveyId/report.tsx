import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../../../../surveys/results/report/report-page.tsx'
import { loadReport, readResultsView } from '../../../../../surveys/results/results-view.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/report')({
  // The filter of the results page, so that the report can be shared.
  validateSearch: readResultsView,
  loader: loadReport,
  component: ReportRoute,
})

function ReportRoute() {
  const { surveyId } = Route.useParams()
  const view = readResultsView(Route.useSearch())
  return <ReportPage key={surveyId} surveyId={surveyId} view={view} />
}
