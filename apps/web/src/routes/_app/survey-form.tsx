import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { SurveyFormPage } from '../../surveys/entrance/survey-form-page.tsx'

export const Route = createFileRoute('/_app/survey-form')({
  // Returns undefined explicitly, or the router would keep the unvalidated value.
  validateSearch: ({ id }: Record<string, unknown>): { id?: string | undefined } => ({
    id: typeof id === 'string' && id ? id : undefined,
  }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  // As on the page, nothing is kept of a survey that was left.
  loader: (loading) =>
    loadForMember(loading, ({ surveys, wallet }) => {
      const { id: surveyId } = loading.deps
      return [
        ...(surveyId === undefined || loading.preload
          ? []
          : [surveys.getSurvey.prefetch({ surveyId, show: 'asked' }, { staleTime: 0, gcTime: 0 })]),
        wallet.getTerms.prefetch(),
      ]
    }),
  component: SurveyFormRoute,
})

function SurveyFormRoute() {
  const { id } = Route.useSearch()
  return <RequireMember>{() => <SurveyFormPage key={id} surveyId={id} />}</RequireMember>
}
