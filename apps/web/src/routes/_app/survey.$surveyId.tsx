import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { SurveyPage } from '../../surveys/run/survey-page.tsx'
import { useSayExpired } from '../../surveys/run/use-say-expired.ts'

export const Route = createFileRoute('/_app/survey/$surveyId')({
  // The number of the question on screen, so that the browser's own buttons walk through the survey.
  // Undefined and not left out otherwise: the router would hand on what the address holds.
  validateSearch: ({ q }: Record<string, unknown>): { q?: number | undefined } => {
    const number = Number(q)
    return { q: Number.isInteger(number) && number >= 1 ? number : undefined }
  },
  loader: (context) =>
    loadForMember(context, ({ surveys }) => [
      // As the page asks it: nothing is kept of a survey that was left.
      surveys.getSurvey.prefetch({ surveyId: context.params.surveyId }, { staleTime: 0, gcTime: 0 }),
    ]),
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
