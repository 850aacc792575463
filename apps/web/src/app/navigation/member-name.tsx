import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'

/** Whose sheet it is, where that is known. */
export function MemberName() {
  const current = useCurrentUser()
  if (current.status !== 'member') return null
  const { firstName, lastName, email } = current.user
  return <strong>{[firstName, lastName].filter(Boolean).join(' ') || email}</strong>
}
