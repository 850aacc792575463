import { type Permission, permissionTable, type StaffRole } from '@chuma/contract/admin/permissions'
import { STEP_UP_MINUTES } from '@chuma/contract/auth/auth-rules'
import type { Db } from '@chuma/db/client'
import { findMemberOwner, findStaffOwner } from '@chuma/db/queries/admin/api-keys'
import { readActor } from '@chuma/db/queries/admin/approvals'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { AppError } from '../app-error.ts'
import type { Caller, SignedInStaff, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Changes, type Stream, type Topic, watch } from '../live/watch.ts'
import { notSignedIn } from './sessions.ts'

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

/** A stream whose reader can be identified again. */
export type StaffStream = Stream & { identify: () => Promise<Caller> }

type Watched = { topic: Topic; permission: Permission; caller: Caller }

/** Follow a topic for as long as the caller holds the permission. */
export function watchAsStaff(
  changes: Changes,
  { topic, permission, caller: { staff, member, apiKey } }: Watched,
  { identify, ...stream }: StaffStream,
) {
  const guard = async () => requireStaff(await identify(), permission)
  const ownerId = staff?.staffId ?? member?.memberId ?? apiKey?.keyId ?? ''
  return watch(changes, { topic, ownerId, guard }, stream)
}

/**
 * A staff session ends after `maxHours`, even in use, and after `idleMinutes` without a call that a person made. Its last use
 * is recorded at most every `seenEveryMinutes`.
 */
export const STAFF_SESSION_TERMS = {
  maxHours: 12,
  idleMinutes: 30,
  seenEveryMinutes: 1,
  stepUpMinutes: STEP_UP_MINUTES,
}

type Owner = { ownerStaffId: string | null; ownerMemberId: string | null }

/** The present role of an account. Null: it could do nothing now, so neither can its keys. */
export async function findOwnersRole(
  { db, accounts }: Pick<Deps, 'db' | 'accounts'>,
  { ownerStaffId, ownerMemberId }: Owner,
): Promise<StaffRole | null> {
  const { isSecondFactorRequired } = accounts
  if (ownerStaffId) {
    const staff = await findStaffOwner(db, ownerStaffId)
    return staff && (staff.isSecondFactorOn || !isSecondFactorRequired) ? staff.role : null
  }
  const member = ownerMemberId ? await findMemberOwner(db, ownerMemberId) : undefined
  return member && (member.isSecondFactorOn || !isSecondFactorRequired) ? member.role : null
}

/** Whether an actor of the audit log could do this now, if they were signed in. */
export async function mayNow(deps: Pick<Deps, 'db' | 'accounts'>, name: string, permission: Permission) {
  const actor = await readActor(deps.db, name)
  const role = await findOwnersRole(deps, actor)
  if (!role || !isAllowed(role, permission)) return false
  if (actor.permissions && !actor.permissions.includes(permission)) return false
  return actor.personId !== null
}

/**
 * Require that staff do not decide their own case, from whichever of their accounts or keys: staff can have points and
 * withdrawals too. What one may not decide, one may not approve either.
 * @throws AppError FORBIDDEN
 */
export async function requireAnother(db: Db, staff: StaffActor, memberId: string): Promise<void> {
  for (const { name } of listDeciders(staff)) {
    if (await isSamePerson(db, name, `member:${memberId}`))
      throw new AppError('FORBIDDEN', { why: 'ownCase' })
  }
}

/** Who asked for something, and who approved it. */
export function listDeciders({ name, approval }: StaffActor): { name: string }[] {
  return approval?.approver ? [{ name }, approval.approver] : [{ name }]
}
