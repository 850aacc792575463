import { revokeStaffSession } from '@chuma/db/queries/staff'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Ends the staff session that carried the call. A member whom an owner made admin has none: he signs out as a member.
 * @throws AppError NOT_SIGNED_IN without a staff session.
 */
export async function logOutStaff(deps: Deps, { staff }: Caller): Promise<{ message: string }> {
  if (!staff) throw new AppError('NOT_SIGNED_IN')
  await revokeStaffSession(deps.db, staff)
  return { message: 'You are signed out.' }
}
