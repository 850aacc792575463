import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { readSurveySearch, type SurveySearch } from '../../surveys/browse/survey-filter.ts'
import { SurveysPage } from '../../surveys/browse/surveys-page.tsx'

export const Route = createFileRoute('/_app/surveys')({
  validateSearch: readSurveySearch,
  component: SurveysRoute,
})

function SurveysRoute() {
  // Read again: the router hands on what the address holds beside what was validated.
  const search = readSurveySearch(Route.useSearch())
  const navigate = Route.useNavigate()
  // In the place of the last one: a letter typed is no page to go back to, nor a reason to jump to the top.
  const keep = (next: SurveySearch) =>
    void navigate({ search: readSurveySearch(next), replace: true, resetScroll: false })
  return (
    <RequireMember>
      <SurveysPage search={search} onSearch={keep} />
    </RequireMember>
  )
}
