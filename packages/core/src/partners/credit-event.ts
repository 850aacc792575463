import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Trx } from '@chuma/db/client'
import { findCreditedClaim } from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { insertPartnerCredit, sumTodaysCredits } from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { insertAttemptIfNone, lockAttempt, markCompleted } from '@chuma/db/queries/surveys/survey-attempts'
import { payCredit } from './pay-credit.ts'
import type { ClickRef, EventInHand, Settlement } from './settlement.ts'

type Click = NonNullable<Awaited<ReturnType<typeof lockClick>>>

/**
 * Credit a click's member, immediately or after the partner's hold. A transaction counts once, a survey counts once
 * regardless of its transaction ids, and a click that staff credited is not paid again.
 */
export async function creditEvent(trx: Trx, inHand: EventInHand, ref: ClickRef): Promise<Settlement> {
  const { event, partnerId, eventId } = inHand
  const { transactionId } = event
  const click = await lockClick(trx, ref)
  if (!click) return { outcome: 'unmatched', reason: 'unknown-click' }
  const { memberId } = click
  if (click.partnerId !== null && click.partnerId !== partnerId) {
    return { outcome: 'unmatched', reason: 'click-of-another-partner', memberId }
  }
  const key = { partnerId, transactionId, kind: 'credit' as const }
  if (await findPartnerTransaction(trx, key)) return { outcome: 'duplicate', memberId }
  if (await findCreditedClaim(trx, ref))
    return { outcome: 'duplicate', reason: 'claim-was-credited', memberId }
  if (await isOverDailyCeiling(trx, inHand, memberId)) {
    return { outcome: 'rejected', reason: 'over-daily-ceiling', memberId }
  }
  if (!(await completeAttempt(trx, click))) {
    return { outcome: 'duplicate', reason: 'survey-was-credited', memberId }
  }

  const isTakenBack = await findPartnerTransaction(trx, { ...key, kind: 'reverse' })
  const isHeld = inHand.terms.holdDays > 0
  const points = pointsOf(click.points, inHand)
  const credit = await insertPartnerCredit(trx, {
    memberId,
    partnerId,
    transactionId,
    clickId: click.clickId,
    kind: click.surveyId ? 'survey' : 'offer',
    title: click.points > 0 ? click.title : (event.offerName ?? click.title),
    points,
    amountUsd: (event.amountUsdMicros ?? 0) / 1_000_000,
    state: isTakenBack ? 'cancelled' : isHeld ? 'pending' : 'available',
    reason: isTakenBack ? 'reversed-before-it-came' : null,
    holdDays: inHand.terms.holdDays,
  })
  await insertPartnerTransaction(trx, { ...key, eventId, memberId, creditId: credit.creditId })
  if (isTakenBack) return { outcome: 'reversed', reason: 'reversed-before-it-came', points, memberId }
  if (isHeld) return { outcome: 'pending', points, memberId }
  await payCredit(trx, credit)
  return { outcome: 'credited', points, memberId }
}

/** False if the survey has already paid this member. Expired and screened-out attempts can still be completed. */
async function completeAttempt(trx: Trx, { memberId, surveyId, points }: Click): Promise<boolean> {
  if (!surveyId) return true
  await insertAttemptIfNone(trx, { memberId, surveyId, rewardPoints: Math.max(1, points), questions: [] })
  const attempt = await lockAttempt(trx, { memberId, surveyId })
  if (attempt?.status === 'completed') return false
  await markCompleted(trx, { memberId, surveyId, claimedCompletedAt: null, flagReasons: [] })
  return true
}

async function isOverDailyCeiling(trx: Trx, { terms, partnerId, event }: EventInHand, memberId: string) {
  const { maxUsdCentsPerMemberDay } = terms.ceilings
  if (maxUsdCentsPerMemberDay === undefined) return false
  const today = await sumTodaysCredits(trx, partnerId, memberId)
  return (today + (event.amountUsdMicros ?? 0) / 1_000_000) * 100 > maxUsdCentsPerMemberDay
}

/** The points promised for the click; without a promise, the partner's amount at our rate. */
function pointsOf(promised: number, { event, pointsPerUsd }: EventInHand): number {
  return promised > 0 ? promised : rewardPoints((event.amountUsdMicros ?? 0) / 1_000_000, pointsPerUsd)
}
