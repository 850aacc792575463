import type { Trx } from '@chuma/db/client'
import { findReportedReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'

type Rejection = { payout: LockedPayout; staff: StaffActor; note: string }

/**
 * Let a rejection through, unless the provider has ever reported the payment as made: then a second person has to agree that it was not,
 * because the points go back to someone who may have the money. The request names the receipt, and the reason is the evidence.
 * @throws ApprovalNeeded
 */
export async function passReported(trx: Trx, { payout, staff, note }: Rejection): Promise<ApprovedBy> {
  const { ref, withdrawal } = payout
  const receipt = await findReportedReceipt(trx, ref)
  if (receipt === undefined) return {}
  const { status, payoutState, amountKes } = withdrawal
  const id = ref.withdrawalId
  return passApproval(
    trx,
    {
      kind: 'decide-withdrawal',
      subject: `withdrawal:${id}`,
      payload: { id, status: 'rejected', adminNotes: note },
      before: { status, payoutState, reportedReceipt: receipt },
      after: { status: 'rejected' },
      amountKes,
      reason: note,
      comparesOutcome: true,
    },
    { staff, isAboveLimit: async () => true },
  )
}
