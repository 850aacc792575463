import { createFileRoute } from '@tanstack/react-router'
import { AdminLoginPage } from '../../admin/account/admin-login-page.tsx'

export const Route = createFileRoute('/_app/admin-login')({ component: AdminLoginPage })
