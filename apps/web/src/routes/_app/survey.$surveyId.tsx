import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { loadSurvey } from '../../surveys/run/load-survey.ts'
import { SurveyPage, useSayExpired } from '../../surveys/run/survey-page.tsx'

export const Route = createFileRoute('/_app/survey/$surveyId')({
  // The number of the current question, so that the browser's back button works. Returns undefined explicitly, or the
  // router would keep the unvalidated value.
  validateSearch: ({ q }: Record<string, unknown>): { q?: number | undefined } => {
    const number = Number(q)
    return { q: Number.isInteger(number) && number >= 1 ? number : undefined }
  },
  loader: (loading) => loadSurvey(loading, loading.params.surveyId),
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
