import { createFileRoute } from '@tanstack/react-router'
import { loadQuotas, QuotasPage } from '../../../../../surveys/quotas/quotas-page.tsx'

export const Route = createFileRoute('/_app/admin_/surveys_/$surveyId/quotas')({
  loader: loadQuotas,
  component: QuotasRoute,
})

function QuotasRoute() {
  const { surveyId } = Route.useParams()
  return <QuotasPage key={surveyId} surveyId={surveyId} />
}
