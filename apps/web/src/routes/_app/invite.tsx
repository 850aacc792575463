import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { InvitePage } from '../../referral/invite-page.tsx'
import { loadInvite } from '../../referral/load-invite.ts'

export const Route = createFileRoute('/_app/invite')({
  loader: loadInvite,
  component: () => (
    <RequireMember>
      <InvitePage />
    </RequireMember>
  ),
})
