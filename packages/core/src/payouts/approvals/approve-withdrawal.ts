import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Trx } from '@chuma/db/client'
import { isWithdrawalFlagged } from '@chuma/db/queries/payouts/flagged'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { exceedsDay } from '../../admin/approvals/exceeds-day.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import { signDecision } from './sign-decision.ts'

type Decision = {
  payout: LockedPayout
  staff: StaffActor
  note: string
  isBulk: boolean
  terms: Economy
}

/** Queue a pending withdrawal for payment, unless it is so large that a second person has to approve it first. */
export async function approveWithdrawal(
  deps: Pick<Deps, 'accounts' | 'payouts'>,
  trx: Trx,
  { payout, staff, note, isBulk, terms }: Decision,
): Promise<ApprovedBy & { amountKes: number }> {
  const { ref, withdrawal } = payout
  const { withdrawalId } = ref
  const { amountKes, status, payoutState } = withdrawal
  if (status !== 'pending') throw new AppError('WITHDRAWAL_STATE')
  if (isBulk && (await isWithdrawalFlagged(trx, ref))) throw new AppError('NEEDS_REVIEW')
  const { twoAdminsFromKes } = terms
  const needsTwo = twoAdminsFromKes > 0 && amountKes >= twoAdminsFromKes
  const approved = await passApproval(
    trx,
    {
      kind: 'decide-withdrawal',
      subject: `withdrawal:${withdrawalId}`,
      payload: { id: withdrawalId, status: 'approved', adminNotes: note },
      before: { status, payoutState },
      after: { status: 'approved' },
      amountKes,
      reason: note || null,
    },
    {
      staff,
      isAboveLimit: async () =>
        needsTwo || (await exceedsDay(deps, trx, { staff, limited: 'approvals', amountKes, terms })),
    },
  )
  await queuePayout(trx, deps.payouts, {
    payout,
    by: 'staff',
    adminComment: note || null,
    processedBy: signDecision(staff),
  })
  return { amountKes, ...approved }
}
