import type { memberSession } from '@chuma/contract/account/account'
import { type Permission, permissionTable, type StaffRole } from '@chuma/contract/admin/permissions'
import { STEP_UP_MINUTES } from '@chuma/contract/auth/auth-rules'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockOwners, lockStaff } from '@chuma/db/queries/admin/staff'
import {
  listStaffSessions as listOpen,
  revokeStaffSession,
  revokeStaffSessionById,
} from '@chuma/db/queries/admin/staff-sessions'
import { AppError } from '../../app-error.ts'
import { nameDevice, notSignedIn } from '../../auth/sessions.ts'
import type { Caller, Proof, SignedInStaff } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Changes, type News, type Stream, type Topic, watch } from '../../live/watch.ts'
import { type Notice, notice } from '../../notice.ts'
import type { Approval } from '../approvals/transitions.ts'

/**
 * Sign one of the account's devices out, immediately.
 * @throws AppError NOT_FOUND if it is signed out already, or belongs to someone else
 */
export async function endStaffSession(
  { db }: Deps,
  { staffId, name, address }: StaffAccount,
  { id }: { id: string },
): Promise<{ message: Notice }> {
  await db.transaction().execute(async (trx) => {
    if (!(await revokeStaffSessionById(trx, { staffId, sessionId: id }))) throw new AppError('NOT_FOUND')
    await insertAuditEntry(trx, {
      actor: name,
      action: 'session.ended',
      subject: name,
      after: { sessionId: id },
      address,
    })
  })
  return { message: notice('DEVICE_SIGNED_OUT') }
}

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

type LockedStaff = { staff: NonNullable<Awaited<ReturnType<typeof lockStaff>>>; ownerIds: string[] }

/**
 * Lock an account whose role or access an owner changes. All owners are locked first, always in the same order: two owners
 * who remove each other can neither both succeed nor deadlock.
 * @throws AppError NOT_FOUND
 */
export async function lockStaffForOwner(trx: Trx, staffId: string): Promise<LockedStaff> {
  const owners = await lockOwners(trx)
  const staff = await lockStaff(trx, staffId)
  if (!staff) throw new AppError('NOT_FOUND')
  return { staff, ownerIds: owners.map((owner) => owner.staffId) }
}

/** @throws AppError LAST_OWNER if no other owner could sign in */
export function requireAnotherOwner({ staff, ownerIds }: LockedStaff): void {
  if (staff.role === 'owner' && ownerIds.every((ownerId) => ownerId === staff.id)) {
    throw new AppError('LAST_OWNER')
  }
}

/** A stream whose reader can be identified again. */
export type StaffStream = Stream & { identify: () => Promise<Caller> }
type Watched = { topic: Topic; permission: Permission; caller: Caller }

/** Follow a topic for as long as the caller holds the permission. */
export function watchAsStaff(
  changes: Changes,
  { topic, permission, caller: { staff, member, apiKey } }: Watched,
  { identify, ...stream }: StaffStream,
): AsyncGenerator<News, void> {
  const guard = async () => requireStaff(await identify(), permission)
  const ownerId = staff?.staffId ?? member?.memberId ?? apiKey?.keyId ?? ''
  return watch(changes, { topic, ownerId, guard }, stream)
}

/** List the account's sessions, newest first. */
export async function listStaffSessions(
  { db }: Deps,
  staff: StaffAccount,
): Promise<Answer<typeof memberSession>[]> {
  const sessions = await listOpen(db, staff, STAFF_SESSION_TERMS)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) }))
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

/** End the staff session of this call. */
export async function logOutStaff({ db }: Deps, staff: StaffAccount): Promise<{ message: Notice }> {
  const { name, address } = staff
  await db.transaction().execute(async (trx) => {
    const isEnded = await revokeStaffSession(trx, staff)
    if (isEnded) await insertAuditEntry(trx, { actor: name, action: 'log-out', subject: name, address })
  })
  return { message: notice('SIGNED_OUT') }
}
