import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAdminToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'

/** Whether the admin pages may load: with an admin token, or as a member who is an admin. Others go to /admin-login. */
export function useStaffDoor(): boolean {
  const navigate = useNavigate()
  const hasAdminToken = useAdminToken() !== null
  const current = useCurrentUser()
  const isAdminMember = current.status === 'member' && current.user.isAdmin
  const isShut = !hasAdminToken && !isAdminMember && current.status !== 'loading'

  useEffect(() => {
    if (isShut) void navigate({ to: '/admin-login', replace: true })
  }, [isShut, navigate])

  return hasAdminToken || isAdminMember
}
