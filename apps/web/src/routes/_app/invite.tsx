import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { InvitePage } from '../../referral/invite-page.tsx'
import { referralPages } from '../../referral/use-referral.ts'

export const Route = createFileRoute('/_app/invite')({
  loader: (context) =>
    loadForMember(context, (_utils, { client, queryClient }) => [
      queryClient.prefetchInfiniteQuery(referralPages(client)),
    ]),
  component: () => (
    <RequireMember>
      <InvitePage />
    </RequireMember>
  ),
})
