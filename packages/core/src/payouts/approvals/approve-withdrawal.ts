import type { Trx } from '@chuma/db/client'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import { isWithdrawalFlagged } from '@chuma/db/queries/payouts/flagged'
import { updateFirstApproval } from '@chuma/db/queries/payouts/payouts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import type { Payouts } from '../attempts/payouts.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import { signDecision } from './sign-decision.ts'

type Approval = {
  payout: LockedPayout
  staff: StaffActor
  note: string
  isBulk: boolean
  twoAdminsFromKes: number
}

/** Queue a pending withdrawal for payment, or record the first of two approvals. */
export async function approveWithdrawal(
  trx: Trx,
  { payout, staff, note, isBulk, twoAdminsFromKes }: Approval,
  payouts: Payouts,
): Promise<void> {
  const { ref, withdrawal } = payout
  if (withdrawal.status !== 'pending') throw new AppError('WITHDRAWAL_STATE')
  const needsTwo = twoAdminsFromKes > 0 && withdrawal.amountKes >= twoAdminsFromKes
  if (isBulk && (await isWithdrawalFlagged(trx, ref, twoAdminsFromKes))) {
    throw new AppError('NEEDS_REVIEW')
  }
  if (needsTwo && !(await isSecond(trx, withdrawal.firstApprovedBy, staff))) {
    await updateFirstApproval(trx, ref, staff.name)
    return
  }
  await queuePayout(trx, payouts, {
    payout,
    by: 'staff',
    adminComment: note || null,
    processedBy: signDecision(staff),
  })
}

async function isSecond(trx: Trx, firstApprovedBy: string | null, { name }: StaffActor): Promise<boolean> {
  // A key may be used by someone else than the person it belongs to.
  if (name.startsWith('key:')) {
    throw new AppError('FORBIDDEN', { why: 'twoPeople' })
  }
  if (firstApprovedBy === null) return false
  if (await isSamePerson(trx, firstApprovedBy, name)) throw new AppError('NEEDS_ANOTHER_ADMIN')
  return true
}
