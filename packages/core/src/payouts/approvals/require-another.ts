import type { Db } from '@chuma/db/client'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'

/**
 * Require that staff do not decide their own case, from whichever of their accounts or keys: staff can have points and
 * withdrawals too.
 * @throws AppError FORBIDDEN
 */
export async function requireAnother(db: Db, staff: StaffActor, memberId: string): Promise<void> {
  if (await isSamePerson(db, staff.name, `member:${memberId}`)) {
    throw new AppError('FORBIDDEN', { why: 'ownCase' })
  }
}
