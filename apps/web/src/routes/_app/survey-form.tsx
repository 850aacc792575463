import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { readSurveyId } from '../../surveys/entrance/read-survey-id.ts'
import { SurveyFormPage } from '../../surveys/entrance/survey-form-page.tsx'

export const Route = createFileRoute('/_app/survey-form')({
  validateSearch: readSurveyId,
  loader: (context) =>
    loadForMember(context, ({ surveys }) => {
      const { id } = readSurveyId(context.location.search)
      // As the page asks it: nothing is kept of a survey that was left.
      return id === undefined
        ? []
        : [surveys.getSurvey.prefetch({ surveyId: id }, { staleTime: 0, gcTime: 0 })]
    }),
  component: SurveyFormRoute,
})

function SurveyFormRoute() {
  const { id } = Route.useSearch()
  return <RequireMember>{() => <SurveyFormPage key={id} surveyId={id} />}</RequireMember>
}
