import { RequireMember } from '../../../auth/require-member.tsx'
import { Dashboard } from '../../-dashboard/dashboard.tsx'
import { DashboardLoading } from '../../-dashboard/dashboard-skeleton.tsx'

/** The start page of a member. */
export function Home() {
  return <RequireMember loading={<DashboardLoading />}>{(user) => <Dashboard user={user} />}</RequireMember>
}
