import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../auth/login-page.tsx'
import { readWayBack, type WayBack } from '../../auth/session.ts'
import { type Invite, readInvite } from '../../referral/read-invite.ts'

export const Route = createFileRoute('/_app/login')({
  validateSearch: (search: Record<string, unknown>): Invite & WayBack => ({
    ...readInvite(search),
    ...readWayBack(search),
  }),
  component: LoginPage,
})
