import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/admin-login')({ component: AdminLoginPage })

function AdminLoginPage() {
  return null
}
