import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Trx } from '@chuma/db/client'
import { findCreditedClaim } from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { insertPartnerCredit, isClaimConfirmed, sumTodaysCredits } from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { insertAttemptIfNone, lockAttempt, markCompleted } from '@chuma/db/queries/surveys/survey-attempts'
import { moveCredit } from './move-credit.ts'
import { payCredit } from './pay-credit.ts'
import type { ClickRef, EventInHand, Settlement } from './settlement.ts'

type Click = NonNullable<Awaited<ReturnType<typeof lockClick>>>

/**
 * Credit a click's member, immediately or after the partner's hold. A transaction counts once, a survey counts once
 * regardless of its transaction ids. A click that staff credited is not paid again: the credit confirms their claim.
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
  const claim = await findCreditedClaim(trx, ref)
  if (claim) return confirmClaim(trx, inHand, { click, claim })
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
    ...describe(click, inHand),
    points,
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

function describe(click: Click, { event, partnerId }: EventInHand) {
  return {
    memberId: click.memberId,
    partnerId,
    transactionId: event.transactionId,
    clickId: click.clickId,
    kind: click.surveyId ? ('survey' as const) : ('offer' as const),
    title: click.points > 0 ? click.title : (event.offerName ?? click.title),
    amountUsd: (event.amountUsdMicros ?? 0) / 1_000_000,
  }
}

type Granted = { click: Click; claim: NonNullable<Awaited<ReturnType<typeof findCreditedClaim>>> }

/**
 * Tie the claim that staff granted to the first transaction the partner credits for its click: taking that back takes the
 * claim's points back. Otherwise they would stay with the member although nobody pays for them.
 */
async function confirmClaim(trx: Trx, inHand: EventInHand, { click, claim }: Granted): Promise<Settlement> {
  const { event, partnerId, eventId } = inHand
  const { memberId } = click
  const points = claim.points ?? 0
  if (await isClaimConfirmed(trx, memberId, claim.claimId)) {
    return { outcome: 'duplicate', reason: 'claim-was-credited', memberId }
  }
  const key = { partnerId, transactionId: event.transactionId }
  const isTakenBack = await findPartnerTransaction(trx, { ...key, kind: 'reverse' })
  const credit = await insertPartnerCredit(trx, {
    ...describe(click, inHand),
    claimId: claim.claimId,
    points,
    state: 'available',
    reason: null,
    holdDays: 0,
  })
  const { creditId } = credit
  await insertPartnerTransaction(trx, { ...key, kind: 'credit', eventId, memberId, creditId })
  if (!isTakenBack) return { outcome: 'duplicate', reason: 'claim-was-credited', memberId }
  const reason = 'reversed-before-it-came'
  await moveCredit(trx, credit, { to: 'reversed', by: 'partner', reason })
  return { outcome: 'reversed', reason, points, memberId }
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
