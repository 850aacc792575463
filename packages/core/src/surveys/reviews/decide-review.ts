import type { adminSurveyReview, DecideSurveyReviewInput } from '@chuma/contract/surveys/reviews'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf, isSamePerson } from '@chuma/db/queries/admin/people'
import { getReview } from '@chuma/db/queries/surveys/review-desk'
import { findReviewRef, type LockedReview, lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { isAlone } from '../../admin/approvals/find-approvers.ts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passCredit } from '../../admin/approvals/pass-credit.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { canMove } from '../../state-machine.ts'
import { moveReview } from './move-review.ts'
import { passRejection } from './pass-rejection.ts'
import { reviewMachine } from './transitions.ts'

/**
 * For content and owners: pay a held reward, keep it once for longer, or reject it with a reason; end the doubt about a paid
 * one; answer an appeal. Of concurrent decisions, and the job that pays when the time is over, one counts.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, FORBIDDEN for one's own survey or an appeal against one's own decision,
 * APPROVAL_PENDING above the day's limit of the caller's person, or when too many of a survey's answers are rejected, INVALID_INPUT without a reason that the member needs
 */
export async function decideReview(
  deps: Deps,
  staff: StaffActor,
  input: DecideSurveyReviewInput,
): Promise<Answer<typeof adminSurveyReview>> {
  const { id, decision: to, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const { surveyReviewHours: hours } = await deps.economy()
    const ref = await findReviewRef(deps.db, id)
    if (!ref) throw new AppError('NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    return deps.db.transaction().execute(async (trx) => {
      // The wallet first, as everywhere, so that decisions and other postings of this member cannot deadlock.
      await lockWallet(trx, ref.memberId)
      const review = await lockReview(trx, ref)
      if (!review) throw new AppError('NOT_FOUND')
      const { state: from, points } = review
      if (!canMove(reviewMachine, { from, to, by: 'staff' })) throw new AppError('ALREADY_DECIDED')
      if (to === 'held' && review.keptAt !== null) throw new AppError('ALREADY_DECIDED')
      if (reason === '' && (to !== 'paid' || from === 'appealed'))
        throw invalidField('reason', 'REASON_FOR_MEMBER')
      if (from === 'appealed') await requireAnotherDecider({ ...deps, db: trx }, staff, review)

      const isPaying = to === 'paid' && from !== 'doubtful'
      const change = { before: { state: from }, after: { state: to, points: isPaying ? points : 0 } }
      const subject = `survey-review:${id}`
      const acts = isPaying
        ? await passCredit(
            { deps, trx, staff },
            { kind: 'decide-survey-review', subject, payload: input, ...change, points, reason },
          )
        : to === 'rejected' && from === 'held'
          ? await passRejection(trx, { id, review, staff, reason })
          : {}
      await moveReview(trx, review, { to, by: 'staff', text: reason || null, decidedBy: staff.name, hours })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: `survey-review.${isPaying || to !== 'paid' ? to : 'accepted'}`,
        subject,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
        address: staff.address,
      })
      return getReview(trx, ref)
    })
  })
}

/** Require that somebody else answers an appeal, unless nobody else could. */
async function requireAnotherDecider(
  deps: Pick<Deps, 'db' | 'accounts'>,
  { name }: StaffActor,
  { decidedBy }: LockedReview,
): Promise<void> {
  if (decidedBy === null || !(await isSamePerson(deps.db, name, decidedBy))) return
  const personId = await findPersonOf(deps.db, name)
  if (personId && !(await isAlone(deps, 'proofs:decide', personId)))
    throw new AppError('FORBIDDEN', { why: 'ownDecision' })
}
