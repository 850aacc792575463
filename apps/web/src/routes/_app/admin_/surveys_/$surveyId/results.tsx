import { createFileRoute } from '@tanstack/react-router'
import { ResultsPage } from '../../../../../surveys/results/results-page.tsx'
import { readResultsView, toWeighedFilter } from '../../../../../surveys/results/results-view.ts'
import { loadForStaff } from '../../../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/results')({
  staticData: { opensWith: 'admin.getSurveyResults' },
  // The address holds the tab and the filter, so that both can be shared.
  validateSearch: readResultsView,
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.getSurvey.prefetch({ id: loading.params.surveyId }),
      admin.getSurveyResults.prefetch(
        toWeighedFilter(loading.params.surveyId, readResultsView(loading.location.search)),
      ),
    ]),
  component: ResultsRoute,
})

function ResultsRoute() {
  const { surveyId } = Route.useParams()
  const view = readResultsView(Route.useSearch())
  return <ResultsPage key={surveyId} surveyId={surveyId} view={view} />
}
