import { createFileRoute } from '@tanstack/react-router'
import { RequireMember, useLeaveWhenSignedOut } from '../../auth/sessions/require-member.tsx'
import { loadSurveys } from '../../surveys/browse/survey-cards.tsx'
import { SurveyListPage } from '../../surveys/browse/survey-list-page.tsx'

export const Route = createFileRoute('/_app/survey-list')({
  loader: loadSurveys,
  component: SurveyListRoute,
})

function SurveyListRoute() {
  useLeaveWhenSignedOut()
  return (
    <RequireMember>
      <SurveyListPage />
    </RequireMember>
  )
}
