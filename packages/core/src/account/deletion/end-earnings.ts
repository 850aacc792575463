import type { Trx } from '@chuma/db/client'
import { listWaitingAbout, lockApproval } from '@chuma/db/queries/admin/approvals'
import { listOpenClaims, lockClaim } from '@chuma/db/queries/partners/claims'
import { lockPendingCredits } from '@chuma/db/queries/partners/credits'
import { listOpenReviews, lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { listOpenProofs, lockProof } from '@chuma/db/queries/tasks/task-proofs'
import { moveApproval } from '../../admin/approvals/move-approval.ts'
import { moveClaim } from '../../partners/claims/move-claim.ts'
import { moveCredit } from '../../partners/credits/move-credit.ts'
import { moveReview } from '../../surveys/reviews/move-review.ts'
import { moveProof } from '../../tasks/proofs/move-proof.ts'

const by = 'erasure'
const reason = 'erased'
const decidedBy = 'system'

/**
 * End everything an erased member waits for: nothing can be paid to them. The caller has locked their earnings and
 * wallet.
 */
export async function endEarnings(trx: Trx, memberId: string): Promise<void> {
  for (const ref of await listOpenProofs(trx, memberId)) {
    await moveProof(trx, await lockProof(trx, ref), { to: 'rejected', by, reason, decidedBy })
  }
  for (const ref of await listOpenClaims(trx, memberId)) {
    const claim = await lockClaim(trx, ref)
    if (claim) await moveClaim(trx, claim, { to: 'declined', by, reason, points: null, decidedBy })
  }
  for (const ref of await listOpenReviews(trx, memberId)) {
    const review = await lockReview(trx, ref)
    if (review) await moveReview(trx, review, { to: 'rejected', by, text: reason, decidedBy })
  }
  for (const credit of await lockPendingCredits(trx, memberId)) {
    await moveCredit(trx, credit, { to: 'cancelled', by, reason })
  }
  for (const approvalId of await listWaitingAbout(trx, memberId)) {
    const request = await lockApproval(trx, approvalId)
    if (request) await moveApproval(trx, request, { to: 'outdated', by, decidedBy, note: null })
  }
}
