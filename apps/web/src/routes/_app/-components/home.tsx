import { RequireMember } from '../../../auth/require-member.tsx'
import { Dashboard } from '../../-dashboard/dashboard.tsx'

/** The start page of a member. */
export function Home() {
  return <RequireMember>{(user) => <Dashboard user={user} />}</RequireMember>
}
