import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { SurveyFormPage } from '../../surveys/entrance/survey-form-page.tsx'
import { loadSurvey } from '../../surveys/run/load-survey.ts'

export const Route = createFileRoute('/_app/survey-form')({
  // Returns undefined explicitly, or the router would keep the unvalidated value.
  validateSearch: ({ id }: Record<string, unknown>): { id?: string | undefined } => ({
    id: typeof id === 'string' && id ? id : undefined,
  }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: (loading) => loadSurvey(loading, loading.deps.id),
  component: SurveyFormRoute,
})

function SurveyFormRoute() {
  const { id } = Route.useSearch()
  return <RequireMember>{() => <SurveyFormPage key={id} surveyId={id} />}</RequireMember>
}
