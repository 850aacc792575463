import { useNavigate } from '@tanstack/react-router'
import { clearAdminSession, useAdminToken } from '../../auth/session.ts'
import { trpc } from '../../trpc.ts'

/** End the staff session on this device; null for a member who is an admin, who has none. */
export function useLogOutStaff(): (() => void) | null {
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  const token = useAdminToken()
  if (token === null) return null
  return () => {
    client.admin.logout.mutate(undefined, { context: { token } }).catch(() => undefined)
    clearAdminSession()
    void navigate({ to: '/admin-login' })
  }
}
