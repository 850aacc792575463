import { createFileRoute } from '@tanstack/react-router'
import { type Invite, readInvite } from '../../app/page-search.ts'
import { LoginPage } from '../../auth/login-page.tsx'
import { readWayBack, type WayBack } from '../../auth/session.ts'

export const Route = createFileRoute('/_app/login')({
  validateSearch: (search: Record<string, unknown>): Invite & WayBack => ({
    ...readInvite(search),
    ...readWayBack(search),
  }),
  component: LoginPage,
})
