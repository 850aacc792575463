import { createFileRoute } from '@tanstack/react-router'
import { AdminLoginPage } from '../../admin/account/admin-login-page.tsx'
import { loadAdminLogin } from '../../admin/account/load-admin-login.ts'
import { readWayBack, type WayBack } from '../../auth/session.ts'

export const Route = createFileRoute('/_app/admin-login')({
  validateSearch: (search: Record<string, unknown>): WayBack => readWayBack(search, 'staff'),
  loader: loadAdminLogin,
  component: AdminLoginPage,
})
