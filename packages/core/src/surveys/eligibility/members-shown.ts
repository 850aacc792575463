import { fewMembers } from '@chuma/contract/surveys/eligibility/eligibility'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Trx } from '@chuma/db/client'
import { findApprovalPayload } from '@chuma/db/queries/admin/approvals'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'

/** A small audience as a second person reads it: null for one to four, whom not every role may see. */
export const toMembersShown = (count: number): number | null =>
  count > 0 && count < SMALLEST_CELL ? null : count

/**
 * Refuse an approval of an audience that is less than half of what the approver read, or that the request did not say was small.
 * Members become inactive every day, so a few less are the same audience.
 * @throws AppError APPROVAL_STATE
 */
export async function requireAsRead(
  trx: Trx,
  { approval }: StaffActor,
  count: number | undefined,
): Promise<void> {
  if (!approval || count === undefined) return
  const request = await findApprovalPayload(trx, approval.approvalId)
  const read = fewMembers.safeParse(request?.after)
  const isAsRead = read.success && (read.data.members === null || count * 2 >= read.data.members)
  if (!isAsRead) throw new AppError('APPROVAL_STATE', { state: 'outdated' })
}
