import type { StaffActor } from '../../admin/staff/require-staff.ts'

/** Members read who decided about their money; the e-mail address of a member who is also staff is not for them. */
export function signDecision({ name }: StaffActor): string {
  return name.startsWith('staff:') ? name.slice('staff:'.length) : 'admin'
}
