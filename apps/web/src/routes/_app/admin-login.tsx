import { createFileRoute } from '@tanstack/react-router'
import { AdminLoginPage } from '../../admin/account/admin-login-page.tsx'
import { loadForAnyone } from '../../app/load.ts'
import { readWayBack, type WayBack } from '../../auth/session.ts'

export const Route = createFileRoute('/_app/admin-login')({
  validateSearch: (search: Record<string, unknown>): WayBack => readWayBack(search, 'staff'),
  // The demo's credentials.
  loader: (loading) => loadForAnyone(loading, ({ admin }) => [admin.getDemoLogin.prefetch()]),
  component: AdminLoginPage,
})
