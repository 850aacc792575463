import { createFileRoute } from '@tanstack/react-router'
import { loadProfile, ProfilePage } from '../../account/profile/profile-page.tsx'
import { RequireMember } from '../../auth/sessions/require-member.tsx'

export const Route = createFileRoute('/_app/profile')({
  loader: loadProfile,
  component: () => (
    <RequireMember>
      <ProfilePage />
    </RequireMember>
  ),
})
