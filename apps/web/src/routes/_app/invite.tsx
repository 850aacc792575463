import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { InvitePage, referralPages } from '../../referral/invite-page.tsx'

export const Route = createFileRoute('/_app/invite')({
  loader: (loading) =>
    loadForMember(loading, (_utils, { client, queryClient }) => [
      queryClient.prefetchInfiniteQuery(referralPages(client)),
    ]),
  component: () => (
    <RequireMember>
      <InvitePage />
    </RequireMember>
  ),
})
