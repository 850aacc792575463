import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { ProfilePage } from '../../profile/profile-page.tsx'

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
