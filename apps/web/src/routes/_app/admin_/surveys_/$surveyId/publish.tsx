import { createFileRoute } from '@tanstack/react-router'
import { PublishPage } from '../../../../../surveys/studio/publish-page.tsx'
import { loadForStaff } from '../../../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/publish')({
  staticData: { opensWith: 'admin.getSurvey' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => {
      const id = loading.params.surveyId
      return [
        admin.getSurvey.prefetch({ id }),
        admin.getQuestionnaire.prefetch({ id }),
        admin.getEligibility.prefetch({ id }),
        admin.getQuotas.prefetch({ id }),
      ]
    }),
  component: PublishRoute,
})

function PublishRoute() {
  const { surveyId } = Route.useParams()
  return <PublishPage key={surveyId} surveyId={surveyId} />
}
