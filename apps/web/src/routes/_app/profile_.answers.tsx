import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { loadProfileAnswers, ProfileAnswersPage } from '../../profile/profile-answers-page.tsx'

export const Route = createFileRoute('/_app/profile_/answers')({
  loader: loadProfileAnswers,
  component: () => (
    <RequireMember>
      <ProfileAnswersPage />
    </RequireMember>
  ),
})
