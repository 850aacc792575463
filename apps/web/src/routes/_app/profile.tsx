import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { ProfilePage } from './-profile/profile-page.tsx'

export const Route = createFileRoute('/_app/profile')({
  component: () => (
    <RequireMember>
      <ProfilePage />
    </RequireMember>
  ),
})
