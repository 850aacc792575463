import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { ProfileAnswersPage } from '../../profile/profile-answers-page.tsx'

export const Route = createFileRoute('/_app/profile_/answers')({
  loader: (loading) => loadForMember(loading, ({ profile }) => [profile.getProfile.prefetch()]),
  component: () => (
    <RequireMember>
      <ProfileAnswersPage />
    </RequireMember>
  ),
})
