import type { StaffActor } from '../../admin/staff/require-staff.ts'

/** The name under a decision, which members read: never the email address of a member who is also staff. */
export function signDecision({ name }: StaffActor): string {
  return name.startsWith('staff:') ? name.slice('staff:'.length) : 'admin'
}
