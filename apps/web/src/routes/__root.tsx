import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Framed } from '../app/framed.tsx'
import type { RouterContext } from '../app/load.ts'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { getUserToken } from '../auth/session.ts'
import { loadMessages } from '../i18n/i18n.ts'

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
