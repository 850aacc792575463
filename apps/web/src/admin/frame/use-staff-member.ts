import type { Permission } from '@chuma/contract/admin/permissions'
import { trpc } from '../../trpc.ts'
import { useStaffDoor } from './use-staff-door.ts'

const MINUTE_MS = 60_000

/** Who is signed in on the staff's side. A role may change at any time, so this is asked again now and then. */
export function useStaffMember() {
  const isOpen = useStaffDoor()
  return trpc.admin.getStaffMember.useQuery(undefined, { enabled: isOpen, staleTime: MINUTE_MS })
}

/** Whether something is worth showing; what may be done is for the server to say. */
export function useMay(permission: Permission): boolean {
  const { data } = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false })
  return data?.permissions.includes(permission) ?? false
}
