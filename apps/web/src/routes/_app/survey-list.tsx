import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { useLeaveWhenSignedOut } from '../../auth/use-leave-when-signed-out.ts'
import { SurveyListPage } from './-survey-list/survey-list-page.tsx'

export const Route = createFileRoute('/_app/survey-list')({ component: SurveyListRoute })

function SurveyListRoute() {
  useLeaveWhenSignedOut()
  return (
    <RequireMember>
      <SurveyListPage />
    </RequireMember>
  )
}
