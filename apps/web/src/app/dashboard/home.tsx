import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { Dashboard } from './dashboard.tsx'

/** The start page for members. */
export function Home() {
  return (
    <RequireMember>
      <Dashboard />
    </RequireMember>
  )
}
