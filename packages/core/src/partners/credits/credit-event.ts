import type { Trx } from '@chuma/db/client'
import { findCreditedClaim } from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { findConfirmation, insertPartnerCredit, lockCreditsOfClick } from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { fitsExposure } from '../../receivables/exposure.ts'
import type { ClickRef, EventInHand, Settlement } from '../settlement.ts'
import { completeSurveyOf, isSurveyPaid } from './complete-survey-of.ts'
import { confirmClaim } from './confirm-claim.ts'
import { type Click, describeCredit } from './describe-credit.ts'
import { fitsIntoDay } from './fits-into-day.ts'
import { moveCredit } from './move-credit.ts'
import { payCredit } from './pay-credit.ts'
import { weighCredit } from './weigh-credit.ts'

/**
 * Credit a click's member, immediately or after the partner's hold. A transaction counts once, and of one click each goal counts
 * once. The promise is paid up to what the partner's amounts buy: what they do not buy waits for staff. A click that staff
 * credited is not paid again: the credit confirms their claim.
 */
export async function creditEvent(trx: Trx, inHand: EventInHand, ref: ClickRef): Promise<Settlement> {
  const { event, partnerId } = inHand
  const click = await lockClick(trx, ref)
  if (!click) return { outcome: 'unmatched', reason: 'unknown-click' }
  const { memberId } = click
  if (click.partnerId !== null && click.partnerId !== partnerId) {
    return { outcome: 'unmatched', reason: 'click-of-another-partner', memberId }
  }
  const key = { partnerId, transactionId: event.transactionId, kind: 'credit' as const }
  if (await findPartnerTransaction(trx, key)) return { outcome: 'duplicate', memberId }
  const claim = await findCreditedClaim(trx, ref)
  const confirmation = claim && (await findConfirmation(trx, memberId, claim.claimId))
  if (claim && confirmation?.state !== 'reversed') {
    return confirmClaim(trx, inHand, { click, claim, isConfirmed: confirmation !== undefined })
  }
  const counted = await lockCreditsOfClick(trx, ref)
  const repeated = await findRepeated(trx, inHand, { click, counted })
  return repeated
    ? { outcome: 'duplicate', reason: repeated, memberId }
    : insertCredit(trx, inHand, { click, counted })
}

type Counted = Awaited<ReturnType<typeof lockCreditsOfClick>>
type ClickInHand = { click: Click; counted: Counted }

/** Why nothing more is paid for this goal of the click, if so. */
async function findRepeated(trx: Trx, inHand: EventInHand, { click, counted }: ClickInHand) {
  const { surveyId, points: promised } = click
  const isGiven = promised > 0 && givenOf(counted) >= promised
  if (surveyId && (isGiven || (await isSurveyPaid(trx, click)))) return 'survey-was-credited'
  if (counted.some(({ goal }) => goal === describeCredit(click, inHand).goal)) return 'goal-was-credited'
  return isGiven ? 'promise-was-given' : undefined
}

async function insertCredit(
  trx: Trx,
  inHand: EventInHand,
  { click, counted }: ClickInHand,
): Promise<Settlement> {
  const { event, partnerId, eventId, terms, pointsPerUsd } = inHand
  const { memberId } = click
  const key = { partnerId, transactionId: event.transactionId }
  const described = describeCredit(click, inHand)
  const parts = counted.flatMap((credit) =>
    isPart(credit) ? [{ ...credit, boughtPoints: credit.boughtPoints ?? 0 }] : [],
  )
  const known = {
    promised: click.points,
    given: givenOf(counted),
    givenUsd: counted.reduce((sum, credit) => sum + (isPart(credit) ? 0 : credit.amountUsd), 0),
    parts,
  }
  const weighed = weighCredit(known, { amountUsd: described.amountUsd, pointsPerUsd })
  const isTakenBack = await findPartnerTransaction(trx, { ...key, kind: 'reverse' })
  const points = weighed.parts.reduce((sum, part) => sum + part.points, weighed.points)
  // The parts waited, and are owed from now on.
  const usd = parts.reduce((sum, part) => sum + part.amountUsd, described.amountUsd)
  const why = isTakenBack
    ? undefined
    : !weighed.isBought
      ? ('pays-less-than-promised' as const)
      : !(await fitsExposure(trx, inHand, usd))
        ? ('over-exposure' as const)
        : (await fitsIntoDay(trx, inHand, { memberId, points, usd: described.amountUsd }))
          ? undefined
          : ('over-daily-ceiling' as const)
  const isHeld = terms.holdDays > 0
  const credit = await insertPartnerCredit(trx, {
    ...described,
    points: why && click.points > 0 ? click.points - known.given : weighed.points,
    boughtPoints: weighed.bought,
    state: isTakenBack ? 'cancelled' : why ? 'review' : isHeld ? 'pending' : 'available',
    reason: isTakenBack ? 'reversed-before-it-came' : null,
    reviewReason: why ?? null,
    holdDays: terms.holdDays,
  })
  await insertPartnerTransaction(trx, {
    ...key,
    kind: 'credit',
    eventId,
    memberId,
    creditId: credit.creditId,
  })
  if (isTakenBack) {
    return { outcome: 'reversed', reason: 'reversed-before-it-came', points: credit.points, memberId }
  }
  if (why) return { outcome: 'review', reason: why, points: credit.points, memberId }
  await completeSurveyOf(trx, click)
  await payParts(trx, parts, weighed.parts)
  if (isHeld) return { outcome: 'pending', points: credit.points, memberId }
  await payCredit(trx, credit)
  return { outcome: 'credited', points: credit.points, memberId }
}

const isPart = ({ state, reviewReason }: Counted[number]) =>
  state === 'review' && reviewReason === 'pays-less-than-promised'

/** What the click's member was given or will be; what is above a ceiling is reserved for the person who decides. */
const givenOf = (counted: Counted) =>
  counted.reduce((sum, credit) => sum + (isPart(credit) ? 0 : credit.points), 0)

/** Pay the goals that waited for the amount which completes the promise, each what its own amount buys. */
async function payParts(
  trx: Trx,
  parts: readonly Counted[number][],
  shares: readonly { creditId: string; points: number }[],
): Promise<void> {
  for (const part of parts) {
    const points = shares.find(({ creditId }) => creditId === part.creditId)?.points ?? 0
    if (points > 0) {
      const to = part.isHeld ? 'pending' : 'available'
      await moveCredit(trx, part, { to, by: 'partner', reason: null, points })
    } else if (shares.length > 0) {
      await moveCredit(trx, part, { to: 'cancelled', by: 'partner', reason: 'promise-was-given' })
    }
  }
}
