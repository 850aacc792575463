import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/admin-dashboard')({ component: AdminDashboardPage })

function AdminDashboardPage() {
  return null
}
