import type { Trx } from '@chuma/db/client'
import { lockOwners, lockStaff } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'

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
