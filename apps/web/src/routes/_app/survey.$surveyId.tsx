import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { SurveyPage } from './-survey/survey-page.tsx'
import { useSayExpired } from './-survey/use-say-expired.ts'

export const Route = createFileRoute('/_app/survey/$surveyId')({
  // The number of the question on screen, so that the browser's own buttons walk through the survey.
  validateSearch: ({ q }: Record<string, unknown>): { q?: number } => {
    const number = Number(q)
    return Number.isInteger(number) && number >= 1 ? { q: number } : {}
  },
  component: SurveyRoute,
})

function SurveyRoute() {
  const { surveyId } = Route.useParams()
  const { q } = Route.useSearch()
  useSayExpired()
  return (
    <RequireMember>
      {(user) => <SurveyPage key={surveyId} surveyId={surveyId} memberId={user.id} questionNumber={q} />}
    </RequireMember>
  )
}
