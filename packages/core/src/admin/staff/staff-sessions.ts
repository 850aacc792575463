import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deleteSetUpLinks, finishSetUp, lockSetUp, setSignUpOpen } from '@chuma/db/queries/admin/set-up'
import { lockOwners, lockStaff } from '@chuma/db/queries/admin/staff'
import {
  listStaffSessions as listOpen,
  revokeStaffSession,
  revokeStaffSessionById,
} from '@chuma/db/queries/admin/staff-sessions'
import { AppError, orRefuse } from '../../app-error.ts'
import { nameDevice } from '../../auth/sessions.ts'
import { STAFF_SESSION_TERMS, type StaffAccount } from '../../auth/staff.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'

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

type LockedStaff = { staff: NonNullable<Awaited<ReturnType<typeof lockStaff>>>; ownerIds: string[] }

/**
 * Lock an account whose role or access an owner changes. All owners are locked first, always in the same order: two owners
 * who remove each other can neither both succeed nor deadlock.
 * @throws AppError NOT_FOUND
 */
export async function lockStaffForOwner(trx: Trx, staffId: string): Promise<LockedStaff> {
  const owners = await lockOwners(trx)
  const staff = orRefuse(await lockStaff(trx, staffId), 'NOT_FOUND')
  return { staff, ownerIds: owners.map((owner) => owner.staffId) }
}

/** @throws AppError LAST_OWNER if no other owner could sign in */
export function requireAnotherOwner({ staff, ownerIds }: LockedStaff): void {
  if (staff.role === 'owner' && ownerIds.every((ownerId) => ownerId === staff.id)) {
    throw new AppError('LAST_OWNER')
  }
}

/** List the account's sessions, newest first. */
export async function listStaffSessions({ db }: Deps, staff: StaffAccount) {
  const sessions = await listOpen(db, staff, STAFF_SESSION_TERMS)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) }))
}

export async function logOutStaff({ db }: Deps, staff: StaffAccount): Promise<{ message: Notice }> {
  const { name, address } = staff
  await db.transaction().execute(async (trx) => {
    const isEnded = await revokeStaffSession(trx, staff)
    if (isEnded) await insertAuditEntry(trx, { actor: name, action: 'log-out', subject: name, address })
  })
  return { message: notice('SIGNED_OUT') }
}

/**
 * End a set-up that no browser has begun, because somebody becomes staff in another way. Call it before the account is
 * written: a concurrent use of a link then waits, and finds the account.
 */
export async function endSetUp(trx: Trx): Promise<void> {
  const { ownerId, begunAt, finishedAt } = await lockSetUp(trx)
  if (ownerId || finishedAt) return
  await deleteSetUpLinks(trx)
  await finishSetUp(trx)
  if (begunAt) await setSignUpOpen(trx, true)
}
