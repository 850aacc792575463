import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { InvitePage } from './-invite/invite-page.tsx'

export const Route = createFileRoute('/_app/invite')({
  component: () => (
    <RequireMember>
      <InvitePage />
    </RequireMember>
  ),
})
