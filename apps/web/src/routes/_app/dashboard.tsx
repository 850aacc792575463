import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '../../app/dashboard/dashboard.tsx'
import { readDashboardSearch } from '../../app/dashboard/dashboard-tab.ts'
import { loadDashboard } from '../../app/dashboard/load-dashboard.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { useLeaveWhenSignedOut } from '../../auth/sessions/use-leave-when-signed-out.ts'

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
