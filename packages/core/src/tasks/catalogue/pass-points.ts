import type { Trx } from '@chuma/db/client'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { exceedsDay } from '../../admin/approvals/exceeds-day.ts'
import { passApproval, type Wish } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'

type Act = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }
type Points = { points: number }
type Change = Pick<Wish, 'kind' | 'subject' | 'payload'> & {
  before: Points | null
  after: Points
}

/**
 * Let a task's new points through, or stop them until a second person approves them. They count by how much a member gets more
 * than before.
 */
export async function passPoints(
  { deps, trx, staff }: Act,
  change: Change,
): Promise<ApprovedBy & { amountKes?: number }> {
  const terms = await deps.economy()
  const amountKes = Math.max(0, change.after.points - (change.before?.points ?? 0)) * terms.kesPerPoint
  const approved = await passApproval(
    trx,
    { ...change, amountKes, reason: null },
    { staff, isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'tasks', amountKes, terms }) },
  )
  return { ...(amountKes > 0 && { amountKes }), ...approved }
}
