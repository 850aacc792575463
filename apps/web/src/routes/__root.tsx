import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Framed } from '../app/framed.tsx'
import type { RouterContext } from '../app/load.ts'
import { getUserToken } from '../auth/session.ts'
import { loadMessages } from '../i18n/i18n.ts'
import { NotFoundPage } from '../ui/page/status-screens.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  // A member's navigation needs them on every page, also where there is none.
  beforeLoad: () => (getUserToken() === null ? undefined : loadMessages('member')),
  component: Outlet,
  notFoundComponent: () => (
    <Framed>
      <NotFoundPage />
    </Framed>
  ),
})
