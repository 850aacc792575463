import type { Trx } from '@chuma/db/client'
import { blotOutApprovals, listWaitingAbout, lockApproval } from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listOpenClaims, lockClaim } from '@chuma/db/queries/partners/claims'
import { lockPendingCredits } from '@chuma/db/queries/partners/credits'
import { removeFromClusters } from '@chuma/db/queries/payouts/clusters'
import {
  blotOutAuditEntries,
  blotOutCorrections,
  blotOutEarnings,
  blotOutPayouts,
  deleteMailOf,
  deleteRowsOf,
  listDueErasures,
  lockDueErasure,
  lockEarnings,
  markErased,
} from '@chuma/db/queries/personal-data/erasure'
import { blotOutPremium } from '@chuma/db/queries/premium/premium-payments'
import { endReferralsOf } from '@chuma/db/queries/referral/referral'
import { listOpenReviews, lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { listOpenProofs, lockProof } from '@chuma/db/queries/tasks/task-proofs'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { keepPrints } from '../account/returning/prints.ts'
import { moveApproval } from '../approvals/transitions.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { moveClaim } from '../partners/claims.ts'
import { moveCredit } from '../partners/credits.ts'
import { moveReview } from '../surveys/reviews.ts'
import { moveProof } from '../tasks/proofs.ts'
import { postPoints } from '../wallet/ledger.ts'

/**
 * Job: erase the personal data of members whose day has come and whose withdrawals are settled (docs/decisions/0015).
 * One transaction per member: a failure or a crash delays no other, and the next run continues.
 * @throws after the others if some could not be erased: staff find the job among those that failed
 */
export async function eraseMembers(deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>): Promise<void> {
  const failed: string[] = []
  await eachAlone(deps, await listDueErasures(deps.db), {
    name: (memberId) => `erasure of member ${memberId}`,
    work: (memberId) => eraseMember(deps, memberId),
    onFailure: async (memberId) => failed.push(memberId),
  })
  if (failed.length > 0) throw new Error(`${failed.length} members could not be erased: ${failed.join(', ')}`)
}

/** Does nothing if another worker was first or the member has kept the account. */
async function eraseMember({ db, ...secrets }: Pick<Deps, 'db' | 'secrets'>, memberId: string) {
  await db.transaction().execute(async (trx) => {
    await lockEarnings(trx, memberId)
    const { available } = await lockWallet(trx, memberId)
    if (!(await lockDueErasure(trx, memberId))) return
    if (available > 0) {
      // The rest of the points is forfeited, as the member was told, and no longer owed.
      await postPoints(trx, {
        memberId,
        kind: 'adjustment',
        availableDelta: -available,
        heldDelta: 0,
        houseAccount: 'adjustments',
        sourceKey: 'erasure',
        description: 'Points left when the account was deleted',
        actor: 'system',
      })
    }
    await keepPrints(trx, secrets, memberId)
    await deleteMailOf(trx, memberId)
    await markErased(trx, memberId)
    await removeFromClusters(trx, memberId)
    await deleteRowsOf(trx, memberId)
    await blotOutPayouts(trx, memberId)
    await blotOutCorrections(trx, memberId)
    await blotOutPremium(trx, memberId)
    await endEarnings(trx, memberId)
    await blotOutEarnings(trx, memberId)
    await endReferralsOf(trx, memberId)
    await blotOutAuditEntries(trx, memberId)
    await blotOutApprovals(trx, memberId)
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'member.erased',
      subject: `member:${memberId}`,
      address: null,
    })
  })
}

const by = 'erasure'

const reason = 'erased'

const decidedBy = 'system'

/**
 * End everything an erased member waits for: nothing can be paid to them. The caller has locked their earnings and
 * wallet.
 */
async function endEarnings(trx: Trx, memberId: string): Promise<void> {
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
