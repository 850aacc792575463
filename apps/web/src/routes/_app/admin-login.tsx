import { createFileRoute } from '@tanstack/react-router'
import { AdminLoginPage } from '../../admin/account/admin-login-page.tsx'
import { loadAdminLogin } from '../../admin/account/load-admin-login.ts'

export const Route = createFileRoute('/_app/admin-login')({
  loader: loadAdminLogin,
  component: AdminLoginPage,
})
