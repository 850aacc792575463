import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Trx } from '@chuma/db/client'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { exceedsDay } from '../../admin/approvals/exceeds-day.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import { evaluateHolds } from '../holds/evaluate-holds.ts'
import { liftHolds } from '../holds/lift-holds.ts'
import { isUnreadable, refuseHeld, waitFor } from '../holds/wait-for-holds.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import { signDecision } from './sign-decision.ts'

const APPROVED = 'Approved after an individual review'

/** With holds that nobody lifts the payout is queued and waits there. */
type Decision = {
  /** Gave the member points that this pays out: somebody else has to approve it. */
  isMaker: boolean
  payout: LockedPayout
  staff: StaffActor
  note: string
  isBulk: boolean
  terms: Economy
}

/**
 * Queue a pending withdrawal for payment, unless a second person has to approve it first: it is large, or the first gave its points. An individual
 * approval lifts the holds that are open at this moment, because a person looks at this one request. In bulk nothing that is on hold
 * is approved.
 * @throws AppError WITHDRAWAL_STATE, NEEDS_REVIEW or WITHDRAWAL_HELD in bulk, WITHDRAWAL_HELD for an account that nobody can read, APPROVAL_PENDING
 */
export async function approveWithdrawal(
  deps: Pick<Deps, 'accounts' | 'payouts' | 'secrets'>,
  trx: Trx,
  { payout, staff, note, isBulk, isMaker, terms }: Decision,
): Promise<ApprovedBy & { amountKes: number }> {
  const { ref, withdrawal } = payout
  const { withdrawalId } = ref
  const { amountKes, status, payoutState } = withdrawal
  if (status !== 'pending') throw new AppError('WITHDRAWAL_STATE')
  const { open } = await evaluateHolds(trx, { deps, ref, terms })
  if (isBulk) {
    if (withdrawal.isInReview || withdrawal.isPaused) throw new AppError('NEEDS_REVIEW')
    refuseHeld(open)
  }
  refuseHeld(open.filter(isUnreadable))
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
      comparesOutcome: true,
    },
    {
      staff,
      isAboveLimit: async () =>
        isMaker ||
        needsTwo ||
        (await exceedsDay(deps, trx, { staff, limited: 'approvals', amountKes, terms })),
    },
  )
  // To approve it says nothing about whether it was paid after the backup.
  const seen = open.filter(({ reason }) => reason !== 'restored')
  await liftHolds(trx, { ref, open: seen, staff, reason: note || APPROVED })
  const left = open.length > 0 ? await evaluateHolds(trx, { deps, ref, terms }) : null
  await queuePayout(trx, deps.payouts, {
    payout,
    by: 'staff',
    ...(left && left.open.length > 0 && { wait: waitFor(left.open, left.now) }),
    adminComment: note || null,
    processedBy: signDecision(staff),
  })
  return { amountKes, ...approved }
}
