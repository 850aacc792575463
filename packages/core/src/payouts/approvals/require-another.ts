import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'

/** A member whom an owner made admin decides about anybody's points and money but his own. */
export function requireAnother(staff: StaffActor, memberId: string): void {
  if (staff.name === `member:${memberId}`) {
    throw new AppError('FORBIDDEN', { why: 'ownCase' })
  }
}
