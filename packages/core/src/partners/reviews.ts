import type { DecideCreditReviewInput } from '@chuma/contract/partners/partners'
import type { Trx } from '@chuma/db/client'
import type { WebhookEventType } from '@chuma/db/column-types'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findCreditedClaim, findReview, findReviewRef } from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { findConfirmation, lockCreditsOfClick } from '@chuma/db/queries/partners/credits'
import { listPartnerEvents } from '@chuma/db/queries/partners/partner-events'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { passCredit } from '../approvals/limits.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { requireAnother } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Click, completeSurveyOf, creditSubject, isSurveyPaid, moveCredit } from './credits.ts'

type Counted = Awaited<ReturnType<typeof lockCreditsOfClick>>
type Decision = DecideCreditReviewInput['decision']

/**
 * Decide about a credit whose partner paid less than was promised, or more than a ceiling, once: pay what is left of the promise,
 * pay what the amount buys, or reject it. The click's lock is the same as a partner event's and a claim's, so that they never both
 * pay. Points above the day's limit of the caller's person wait for a second person.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own credit, APPROVAL_PENDING, ALREADY_DECIDED, ALREADY_CREDITED, INVALID_INPUT if
 * the amount buys nothing
 */
export async function decideCreditReview(deps: Deps, staff: StaffActor, input: DecideCreditReviewInput) {
  const { id, decision, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const ref = orRefuse(await findReviewRef(deps.db, id), 'NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    const wanted = await deps.wantedEvents()
    return deps.db.transaction().execute(async (trx) => {
      const click = orRefuse(await lockClick(trx, ref), 'NOT_FOUND')
      const counted = await lockCreditsOfClick(trx, ref)
      const credit = counted.find(({ creditId, state }) => creditId === id && state === 'review')
      if (!credit) throw new AppError('ALREADY_DECIDED')

      const points = decision === 'rejected' ? 0 : await findPoints(trx, { click, counted, credit, decision })
      const to = decision === 'rejected' ? 'cancelled' : credit.isHeld ? 'pending' : 'available'
      const change = { before: { state: 'review' }, after: { state: to, points } }
      const wish = {
        kind: 'decide-credit-review',
        subject: creditSubject(id),
        payload: input,
        ...change,
        reason,
      } as const
      const acts = points > 0 ? await passCredit({ deps, trx, staff }, { ...wish, points }) : {}
      const decided = { by: 'staff', reason, decidedBy: staff.name } as const
      await moveCredit(trx, credit, { to, ...decided, ...(points > 0 && { points }) })
      if (points > 0)
        await settleClick(trx, { click, counted, credit, points, decidedBy: staff.name, wanted })
      await recordAct(trx, staff, {
        action: 'decide-credit-review',
        subject: wish.subject,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
      })
      const review = await findReview(trx, id)
      if (!review) throw new Error(`credit ${id} vanished`)
      return review
    })
  })
}

type InHand = { click: Click; counted: Counted; credit: Counted[number] }

/** Check that nothing else has paid, and find the points to pay: never more than is left of the promise. */
async function findPoints(trx: Trx, { click, counted, credit, decision }: InHand & { decision: Decision }) {
  const claim = await findCreditedClaim(trx, click)
  const confirmation = claim && (await findConfirmation(trx, click.memberId, claim.claimId))
  const isClaimed = claim !== undefined && confirmation?.state !== 'reversed'
  const left = leftOf({ click, counted, credit })
  if (isClaimed || left <= 0 || (await isSurveyPaid(trx, click))) throw new AppError('ALREADY_CREDITED')
  if (decision === 'promised') return left
  if (!credit.boughtPoints) throw invalidField('decision', 'AMOUNT_BUYS_NOTHING')
  return Math.min(credit.boughtPoints, left)
}

/** What the click's other goals have left of the promise. Without a promise each goal stands alone. */
function leftOf({ click, counted, credit }: InHand): number {
  if (click.points === 0) return credit.points
  const given = counted.reduce((sum, { state, points }) => sum + (state === 'review' ? 0 : points), 0)
  return click.points - given
}

type Paid = InHand & { points: number; decidedBy: string; wanted: ReadonlySet<WebhookEventType> }

/** Complete the survey. Once the whole promise is paid, nothing is left for other goals of the click to wait for. */
async function settleClick(trx: Trx, { decidedBy, points, wanted, ...inHand }: Paid): Promise<void> {
  const { click, counted, credit } = inHand
  await completeSurveyOf(trx, click, wanted)
  if (click.points === 0 || points < leftOf(inHand)) return
  for (const other of counted) {
    if (other.state !== 'review' || other.creditId === credit.creditId) continue
    await moveCredit(trx, other, { to: 'cancelled', by: 'staff', reason: 'promise-was-given', decidedBy })
  }
}

/** Load everything that helps to decide about a credit. @throws AppError NOT_FOUND */
export async function getCreditReview({ db }: Deps, { id }: { id: string }) {
  const review = orRefuse(await findReview(db, id), 'NOT_FOUND')
  return { review, events: await listPartnerEvents(db, { reference: review.reference, limit: 50 }) }
}
