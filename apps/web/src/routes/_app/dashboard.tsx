import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { useLeaveWhenSignedOut } from '../../auth/use-leave-when-signed-out.ts'
import { Dashboard } from '../-dashboard/dashboard.tsx'
import { DashboardLoading } from '../-dashboard/dashboard-skeleton.tsx'
import { readDashboardSearch } from '../-dashboard/dashboard-tab.ts'

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch: readDashboardSearch,
  component: DashboardPage,
})

function DashboardPage() {
  useLeaveWhenSignedOut()
  return <RequireMember loading={<DashboardLoading />}>{(user) => <Dashboard user={user} />}</RequireMember>
}
