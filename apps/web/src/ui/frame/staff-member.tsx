import type { Permission } from '@chuma/contract/admin/permissions'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { clearAdminSession, useAdminToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import type { Translate } from '../../i18n/i18n.ts'
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

/** Name an actor for other staff: `staff:amina` becomes Amina; keys and tokens are named after their admin. */
export function actorName(t: Translate, actor: string): string {
  if (actor === 'system') return t('risk.theSystem')
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : t('risk.anAdmin')
}
