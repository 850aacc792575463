import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../account/profile/profile-page.tsx'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'

export const Route = createFileRoute('/_app/profile')({
  loader: (loading) =>
    loadForMember(loading, ({ account, wallet }) => [
      account.getProfile.prefetch(undefined, { staleTime: 0 }),
      wallet.getTerms.prefetch(),
    ]),
  component: () => (
    <RequireMember>
      <ProfilePage />
    </RequireMember>
  ),
})
