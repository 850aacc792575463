import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { SurveyPage, useSayExpired } from '../../surveys/run/survey-page.tsx'

export const Route = createFileRoute('/_app/survey/$surveyId')({
  // The number of the current question, so that the browser's back button works. Returns undefined explicitly, or the
  // router would keep the unvalidated value.
  validateSearch: ({ q }: Record<string, unknown>): { q?: number | undefined } => {
    const number = Number(q)
    return { q: Number.isInteger(number) && number >= 1 ? number : undefined }
  },
  // As on the page, nothing is kept of a survey that was left.
  loader: (loading) =>
    loadForMember(loading, ({ surveys, wallet }) => {
      const { surveyId } = loading.params
      return [
        ...(loading.preload
          ? []
          : [surveys.getSurvey.prefetch({ surveyId, show: 'asked' }, { staleTime: 0, gcTime: 0 })]),
        wallet.getTerms.prefetch(),
      ]
    }),
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
