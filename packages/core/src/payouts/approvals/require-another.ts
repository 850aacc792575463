import type { Db } from '@chuma/db/client'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'

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
