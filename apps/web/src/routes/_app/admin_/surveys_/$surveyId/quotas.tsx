import { createFileRoute } from '@tanstack/react-router'
import { QuotasPage } from '../../../../../surveys/quotas/quotas-page.tsx'
import { loadForStaff } from '../../../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/quotas')({
  staticData: { opensWith: 'admin.getQuotas' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => {
      const id = loading.params.surveyId
      return [
        admin.getSurvey.prefetch({ id }),
        admin.getQuotas.prefetch({ id }),
        admin.getQuestionnaire.prefetch({ id }),
      ]
    }),
  component: QuotasRoute,
})

function QuotasRoute() {
  const { surveyId } = Route.useParams()
  return <QuotasPage key={surveyId} surveyId={surveyId} />
}
