import { type Permission, permissionTable, type StaffRole } from '@chuma/contract/permissions'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'

/** `name` is what the audit log says. */
export type StaffActor = { name: string; address: string | null }
export type StaffPerson = StaffActor & { role: StaffRole }

/**
 * Opens a call of the staff's side to whoever has the permission: a staff account or a member whom an owner made admin by
 * his role, an API key by what was given to it. The same for both doors.
 * @throws AppError NOT_SIGNED_IN for a visitor, FORBIDDEN for anybody else without the permission.
 */
export function requireStaff(caller: Caller, permission: Permission): StaffActor {
  const { apiKey } = caller
  if (apiKey) {
    if (!apiKey.permissions.includes(permission)) throw new AppError('FORBIDDEN')
    return { name: `key:${apiKey.name}`, address: caller.address }
  }
  const person = requireStaffPerson(caller)
  if (!isAllowed(person.role, permission)) throw new AppError('FORBIDDEN')
  return person
}

/** Somebody of the staff, whatever his role, for what concerns himself. A key is nobody. */
export function requireStaffPerson(caller: Caller): StaffPerson {
  const { staff, member, address } = caller
  if (staff) return { name: `staff:${staff.username}`, role: staff.role, address }
  if (member?.adminRole) return { name: `member:${member.email}`, role: member.adminRole, address }
  throw new AppError(member || caller.apiKey ? 'FORBIDDEN' : 'NOT_SIGNED_IN')
}

export function isAllowed(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = permissionTable[permission]
  return role === 'owner' || roles.includes(role)
}
