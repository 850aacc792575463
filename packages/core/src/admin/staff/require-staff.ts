import { type Permission, permissionTable, type StaffRole } from '@chuma/contract/admin/permissions'
import { AppError } from '../../app-error.ts'
import { notSignedIn } from '../../auth/require-member.ts'
import type { Caller, Proof, SignedInStaff } from '../../caller.ts'
import type { Approval } from '../approvals/approval.ts'

/**
 * `name` is written to the audit log, as an actor or a subject. `approval`: the actor asked for this before, and a second
 * person has approved it. `proof`: of the session; an API key has none.
 */
export type StaffActor = { name: string; address: string | null; approval?: Approval; proof?: Proof }
type StaffPerson = StaffActor & { role: StaffRole }
export type StaffAccount = StaffActor & SignedInStaff

/**
 * Require a permission: of a staff account or an admin member through the role, of an API key directly. Used by tRPC and
 * REST.
 * @throws AppError NOT_SIGNED_IN for a visitor, FORBIDDEN without the permission, PASSWORD_TEMPORARY, SECOND_FACTOR_MISSING,
 * STEP_UP_REQUIRED for a member who has a second factor and did not give it yet
 */
export function requireStaff(caller: Caller, permission: Permission): StaffActor {
  const actor = caller.apiKey
    ? { name: `key:${caller.apiKey.name}`, address: caller.address }
    : requireStaffPerson(caller)
  if (caller.apiKey?.isElsewhere) throw new AppError('FORBIDDEN', { why: 'keyNetwork' })
  if (!holdsPermission(caller, permission)) throw new AppError('FORBIDDEN')
  return actor
}

/** Require a person on the staff, of any role. */
export function requireStaffPerson(caller: Caller): StaffPerson {
  refuseBeforeSetUp(caller)
  return requireNewStaffPerson(caller)
}

/** Whether an API key has the permission, or the role of a staff account or an admin member does. */
export function holdsPermission({ apiKey, staff, member }: Caller, permission: Permission): boolean {
  if (apiKey) return apiKey.permissions.includes(permission)
  const role = staff?.role ?? member?.adminRole
  return role ? isAllowed(role, permission) : false
}

/** Require a person on the staff, of any role and before any setup. A key is not a person. */
export function requireNewStaffPerson(caller: Caller): StaffPerson {
  const { staff, member, address } = caller
  if (staff) return { name: `staff:${staff.username}`, role: staff.role, address, proof: staff.proof }
  if (member?.adminRole) {
    const proof = member.staffSide?.proof
    return { name: `member:${member.memberId}`, role: member.adminRole, address, ...(proof && { proof }) }
  }
  throw member || caller.apiKey ? new AppError('FORBIDDEN') : notSignedIn(caller)
}

/** Require a staff account, for calls about that account. An admin member has none. */
export function requireStaffAccount(caller: Caller): StaffAccount {
  refuseBeforeSetUp(caller)
  return requireNewStaffAccount(caller)
}

/** The same for the few calls that replace a generated password and set up a missing second factor. */
export function requireNewStaffAccount(caller: Caller): StaffAccount {
  const { staff, member, apiKey, address } = caller
  if (staff) return { ...staff, name: `staff:${staff.username}`, address }
  throw member || apiKey ? new AppError('FORBIDDEN') : notSignedIn(caller)
}

/** @throws AppError also STEP_UP_REQUIRED for a member who has a second factor and did not give it yet */
export function refuseBeforeSetUp({ staff, member }: Caller): void {
  if (staff?.passwordExpiresAt) throw new AppError('PASSWORD_TEMPORARY')
  const side = member?.staffSide
  if ((staff ?? side)?.isSecondFactorMissing) throw new AppError('SECOND_FACTOR_MISSING')
  if (side?.isProofDue) throw new AppError('STEP_UP_REQUIRED', { ways: [...side.proof.ways] })
}

export function isAllowed(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = permissionTable[permission]
  return role === 'owner' || roles.includes(role)
}
