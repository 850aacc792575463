import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'

/** The member's name on a printed page, if known. */
export function MemberName() {
  const current = useCurrentUser()
  if (current.status !== 'member') return null
  const { firstName, lastName, email } = current.user
  return <strong>{[firstName, lastName].filter(Boolean).join(' ') || email}</strong>
}
