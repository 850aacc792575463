import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { InvitePage, loadInvite } from '../../referral/invite-page.tsx'

export const Route = createFileRoute('/_app/invite')({
  loader: loadInvite,
  component: () => (
    <RequireMember>
      <InvitePage />
    </RequireMember>
  ),
})
