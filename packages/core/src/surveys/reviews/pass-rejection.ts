import type { Trx } from '@chuma/db/client'
import { countRejections, type LockedReview } from '@chuma/db/queries/surveys/survey-reviews'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'

/** This number of rejections for one client in 30 days is one person's to decide, or this share of the answers, if that is more. */
const FREE_REJECTIONS = 5
const FREE_SHARE = 0.1

type Rejection = { id: string; review: LockedReview; staff: StaffActor; reason: string }

/**
 * Let a rejection through, unless a client's answers are rejected more often than bad answers occur: who commissioned them keeps the
 * answers and would pay nothing for them. Then a second person has to agree.
 * @throws ApprovalNeeded
 */
export async function passRejection(trx: Trx, { id, review, staff, reason }: Rejection): Promise<ApprovedBy> {
  const { completed, rejected } = await countRejections(trx, review.surveyId)
  const most = Math.max(FREE_REJECTIONS, Math.floor(completed * FREE_SHARE))
  return passApproval(
    trx,
    {
      kind: 'decide-survey-review',
      subject: `survey-review:${id}`,
      payload: { decision: 'rejected', reason, id },
      before: { state: review.state },
      after: { state: 'rejected', points: 0 },
      amountKes: null,
      reason,
    },
    { staff, isAboveLimit: async () => rejected >= most },
  )
}
