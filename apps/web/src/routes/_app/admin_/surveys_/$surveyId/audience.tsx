import { createFileRoute } from '@tanstack/react-router'
import { AudiencePage } from '../../../../../surveys/eligibility/audience-page.tsx'
import { loadForStaff } from '../../../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/audience')({
  staticData: { opensWith: 'admin.getEligibility' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => {
      const id = loading.params.surveyId
      return [admin.getSurvey.prefetch({ id }), admin.getEligibility.prefetch({ id }, { staleTime: 0 })]
    }),
  component: AudienceRoute,
})

function AudienceRoute() {
  const { surveyId } = Route.useParams()
  return <AudiencePage key={surveyId} surveyId={surveyId} />
}
