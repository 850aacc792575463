import type { Permission } from '@chuma/contract/admin/permissions'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAdminToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { trpc } from '../../trpc.ts'

const MINUTE_MS = 60_000

/** The signed-in staff member. Roles can change at any time, so this is refetched now and then. */
export function useStaffMember() {
  const isOpen = useStaffDoor()
  return trpc.admin.getStaffMember.useQuery(undefined, { enabled: isOpen, staleTime: MINUTE_MS })
}

/** Whether to show something; the server enforces permissions. */
export function useMay(permission: Permission): boolean {
  const { data } = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false })
  return data?.permissions.includes(permission) ?? false
}

/**
 * Whether staff pages may load: for an admin token, or a member who is an admin. Everyone else is sent to /admin-login.
 */
function useStaffDoor(): boolean {
  const router = useRouter()
  const hasAdminToken = useAdminToken() !== null
  const current = useCurrentUser()
  const isAdminMember = current.status === 'member' && current.user.isAdmin
  const isShut = !hasAdminToken && !isAdminMember && current.status !== 'loading'

  useEffect(() => {
    // A refused call is on its way there already, with the way back.
    if (!isShut || router.latestLocation.pathname === '/admin-login') return
    void router.navigate({ to: '/admin-login', replace: true })
  }, [isShut, router])

  return hasAdminToken || isAdminMember
}
