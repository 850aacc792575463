import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { Dashboard } from './dashboard.tsx'
import { DashboardLoading } from './dashboard-skeleton.tsx'

/** The start page for members. */
export function Home() {
  return <RequireMember loading={<DashboardLoading />}>{(user) => <Dashboard user={user} />}</RequireMember>
}
