import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../account/profile/profile-page.tsx'
import { RequireMember } from '../../auth/sessions/require-member.tsx'

export const Route = createFileRoute('/_app/profile')({
  component: () => (
    <RequireMember>
      <ProfilePage />
    </RequireMember>
  ),
})
