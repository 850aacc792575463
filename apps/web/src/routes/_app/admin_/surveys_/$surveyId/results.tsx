import { createFileRoute } from '@tanstack/react-router'
import { ResultsPage } from '../../../../../surveys/results/results-page.tsx'
import { loadResults, readResultsView } from '../../../../../surveys/results/results-view.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/results')({
  // The address holds the tab and the filter, so that both can be shared.
  validateSearch: readResultsView,
  loader: loadResults,
  component: ResultsRoute,
})

function ResultsRoute() {
  const { surveyId } = Route.useParams()
  const view = readResultsView(Route.useSearch())
  return <ResultsPage key={surveyId} surveyId={surveyId} view={view} />
}
