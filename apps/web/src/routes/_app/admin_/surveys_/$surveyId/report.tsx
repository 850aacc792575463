import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../../../../surveys/results/report/report-page.tsx'
import { readResultsView, toWeighedFilter } from '../../../../../surveys/results/results-view.ts'
import { loadForStaff } from '../../../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/report')({
  staticData: { opensWith: 'admin.getSurveyResults' },
  // The filter of the results page, so that the report can be shared.
  validateSearch: readResultsView,
  loader: (loading) =>
    loadForStaff(loading, ({ admin }, { may }) => {
      const id = loading.params.surveyId
      return [
        admin.getSurveyResults.prefetch(toWeighedFilter(id, readResultsView(loading.location.search))),
        // Whom the survey was for.
        ...(may('admin.getEligibility')
          ? [admin.getEligibility.prefetch({ id }), admin.getQuotas.prefetch({ id })]
          : []),
      ]
    }),
  component: ReportRoute,
})

function ReportRoute() {
  const { surveyId } = Route.useParams()
  const view = readResultsView(Route.useSearch())
  return <ReportPage key={surveyId} surveyId={surveyId} view={view} />
}
