import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'

/** Require that staff do not decide their own case: admin members have points and withdrawals too. */
export function requireAnother(staff: StaffActor, memberId: string): void {
  if (staff.name === `member:${memberId}`) {
    throw new AppError('FORBIDDEN', { why: 'ownCase' })
  }
}
