import { type Permission, permissionTable, type StaffRole } from '@chuma/contract/admin/permissions'
import { AppError } from '../../app-error.ts'
import type { Caller, SignedInStaff } from '../../caller.ts'

/** `name` is what the audit log says, as an actor and as a subject. */
export type StaffActor = { name: string; address: string | null }
type StaffPerson = StaffActor & { role: StaffRole }
export type StaffAccount = StaffActor & SignedInStaff

/**
 * Opens a call of the staff's side to whoever has the permission: a staff account or a member whom an owner made admin by
 * his role, an API key by what was given to it. The same for both doors.
 * @throws AppError NOT_SIGNED_IN for a visitor, FORBIDDEN for anybody else without the permission, SECOND_FACTOR_MISSING
 */
export function requireStaff(caller: Caller, permission: Permission): StaffActor {
  const { apiKey } = caller
  if (apiKey) {
    if (!apiKey.permissions.includes(permission)) throw new AppError('FORBIDDEN')
    return { name: `key:${apiKey.name}`, address: caller.address }
  }
  refuseWithoutSecondFactor(caller)
  const person = requireNewStaffPerson(caller)
  if (!isAllowed(person.role, permission)) throw new AppError('FORBIDDEN')
  return person
}

/** Somebody of the staff, whatever his role and before he has set up anything. A key is nobody. */
export function requireNewStaffPerson(caller: Caller): StaffPerson {
  const { staff, member, address } = caller
  if (staff) return { name: `staff:${staff.username}`, role: staff.role, address }
  if (member?.adminRole) return { name: `member:${member.memberId}`, role: member.adminRole, address }
  throw new AppError(member || caller.apiKey ? 'FORBIDDEN' : 'NOT_SIGNED_IN')
}

/** Whoever has an account of the staff, for what concerns that account. A member made admin has none. */
export function requireStaffAccount(caller: Caller): StaffAccount {
  refuseWithoutSecondFactor(caller)
  return requireNewStaffAccount(caller)
}

/** The same for the few calls that an account needs while its second factor is missing: only what sets it up. */
export function requireNewStaffAccount(caller: Caller): StaffAccount {
  const { staff, member, apiKey, address } = caller
  if (staff) return { ...staff, name: `staff:${staff.username}`, address }
  throw new AppError(member || apiKey ? 'FORBIDDEN' : 'NOT_SIGNED_IN')
}

function refuseWithoutSecondFactor({ staff }: Caller): void {
  if (staff?.isSecondFactorMissing) throw new AppError('SECOND_FACTOR_MISSING')
}

export function isAllowed(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = permissionTable[permission]
  return role === 'owner' || roles.includes(role)
}
