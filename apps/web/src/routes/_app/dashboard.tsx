import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '../../app/dashboard/dashboard.tsx'
import { loadDashboard } from '../../app/dashboard/dashboard-tabs.tsx'
import { readDashboardSearch } from '../../app/page-search.ts'
import { RequireMember, useLeaveWhenSignedOut } from '../../auth/sessions/require-member.tsx'

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch: readDashboardSearch,
  loader: loadDashboard,
  component: DashboardPage,
})

function DashboardPage() {
  useLeaveWhenSignedOut()
  return (
    <RequireMember>
      <Dashboard />
    </RequireMember>
  )
}
