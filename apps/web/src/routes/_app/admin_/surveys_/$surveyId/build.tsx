import { createFileRoute } from '@tanstack/react-router'
import { BuildPage } from '../../../../../surveys/questionnaire/build-page.tsx'
import { loadForStaff } from '../../../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/build')({
  staticData: { opensWith: 'admin.getQuestionnaire' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => {
      const id = loading.params.surveyId
      return [admin.getSurvey.prefetch({ id }), admin.getQuestionnaire.prefetch({ id }, { staleTime: 0 })]
    }),
  component: BuildRoute,
})

function BuildRoute() {
  const { surveyId } = Route.useParams()
  return <BuildPage key={surveyId} surveyId={surveyId} />
}
