import { createFileRoute } from '@tanstack/react-router'
import { SurveyPage } from '../../clients/view/survey-page.tsx'

export const Route = createFileRoute('/client/surveys/$surveyId')({
  component: SurveyRoute,
})

function SurveyRoute() {
  const { surveyId } = Route.useParams()
  return <SurveyPage key={surveyId} surveyId={surveyId} />
}
