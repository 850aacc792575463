import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { useLeaveWhenSignedOut } from '../../auth/sessions/use-leave-when-signed-out.ts'
import { loadSurveys } from '../../surveys/browse/load-surveys.ts'
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
