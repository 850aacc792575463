import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { loadSurveys } from '../../surveys/browse/survey-cards.tsx'
import { readSurveySearch, type SurveySearch } from '../../surveys/browse/survey-filter.ts'
import { SurveysPage } from '../../surveys/browse/surveys-page.tsx'

export const Route = createFileRoute('/_app/surveys')({
  validateSearch: readSurveySearch,
  loader: loadSurveys,
  component: SurveysRoute,
})

function SurveysRoute() {
  // Parsed again: the router also passes on search values that were not validated.
  const search = readSurveySearch(Route.useSearch())
  const navigate = Route.useNavigate()
  // Replaces the history entry: typing must neither add entries nor scroll to the top.
  const keep = (next: SurveySearch) =>
    void navigate({ search: readSurveySearch(next), replace: true, resetScroll: false })
  return (
    <RequireMember>
      <SurveysPage search={search} onSearch={keep} />
    </RequireMember>
  )
}
