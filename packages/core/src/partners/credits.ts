import { boughtPoints, rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { Trx } from '@chuma/db/client'
import type { WebhookEventType } from '@chuma/db/column-types'
import { findCreditedClaim } from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import {
  addToPartnerDay,
  findConfirmation,
  findPaymentsOfSurvey,
  insertPartnerCredit,
  type LockedCredit,
  listDueCredits,
  lockCredit,
  lockCreditsOfClick,
  lockCreditsOfMember,
  sumTodaysCredits,
  updateCreditState,
} from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { findExposure, lockAccount } from '@chuma/db/queries/receivables/receipts'
import { settlePlaces } from '@chuma/db/queries/surveys/quotas'
import { insertAttemptIfNone, lockAttempt, markCompleted } from '@chuma/db/queries/surveys/survey-attempts'
import { findPostingBySource } from '@chuma/db/queries/wallet/ledger'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { tellOfCompleted } from '@chuma/db/queries/webhooks/webhooks'
import { outdateWaiting } from '../approvals/transitions.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { type Mover, takeStep } from '../state-machine.ts'
import { postPoints } from '../wallet/ledger.ts'
import { claimSourceKey } from './claims.ts'
import {
  type ClickRef,
  type CreditEffect,
  type CreditState,
  creditMachine,
  type EventInHand,
  type Settlement,
} from './postbacks.ts'

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
  await completeSurveyOf(trx, click, inHand.wanted)
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

/**
 * Whether the survey of a click is paid: it counts once for a member, from whichever of their clicks, until what paid for it is
 * taken back. Serialises what pays for the survey, so that two clicks at once cannot both pay.
 */
export async function isSurveyPaid(
  trx: Trx,
  { memberId, clickId, surveyId, points }: Click,
): Promise<boolean> {
  if (!surveyId) return false
  await insertAttemptIfNone(trx, { memberId, surveyId, rewardPoints: Math.max(1, points), questions: [] })
  const attempt = await lockAttempt(trx, { memberId, surveyId })
  // After the lock: before it, another click's payment would not be seen.
  const { isPaidHere, isPaidElsewhere, isTakenBack } = await findPaymentsOfSurvey(trx, {
    memberId,
    clickId,
    surveyId,
  })
  return isPaidElsewhere || (attempt?.status === 'completed' && !isPaidHere && !isTakenBack)
}

/** Complete the survey of a click that is paid, after `isSurveyPaid`. Expired and screened-out attempts can be completed too. */
export async function completeSurveyOf(
  trx: Trx,
  { memberId, surveyId }: Click,
  wanted: ReadonlySet<WebhookEventType>,
): Promise<void> {
  if (!surveyId) return
  const attempt = await lockAttempt(trx, { memberId, surveyId })
  // It stays completed when what paid for it is taken back.
  if (attempt?.status === 'completed') return
  await markCompleted(trx, { memberId, surveyId, claimedCompletedAt: null, flagReasons: [] })
  if (attempt?.hasQuotas || attempt?.hasClientPlace) await settlePlaces(trx, { memberId, surveyId })
  if (wanted.has('survey.completed')) await tellOfCompleted(trx, { memberId, surveyId })
}

export type Click = NonNullable<Awaited<ReturnType<typeof lockClick>>>

/** Describe what a partner's event is about, apart from its points. */
function describeCredit(click: Click, inHand: EventInHand) {
  const { event, partnerId } = inHand
  return {
    memberId: click.memberId,
    partnerId,
    transactionId: event.transactionId,
    clickId: click.clickId,
    kind: click.surveyId ? ('survey' as const) : ('offer' as const),
    title: click.points > 0 ? click.title : (event.offerName ?? click.title),
    amountUsd: (event.amountUsdMicros ?? 0) / 1_000_000,
    goal: goalOf(click, inHand),
  }
}

/** Behind a click that promises nothing are the partner's own offers: an event that names no goal is one of them. */
function goalOf({ points }: Click, { event }: EventInHand): string {
  return event.goal ?? (points > 0 ? '' : `transaction ${event.transactionId}`)
}

type Granted = { click: Click; claim: { claimId: string; points: number | null }; isConfirmed: boolean }

/**
 * Tie the claim that staff granted to the first transaction the partner credits for its click: taking that back takes the
 * claim's points back. Otherwise they would stay with the member although nobody pays for them.
 */
async function confirmClaim(
  trx: Trx,
  inHand: EventInHand,
  { click, claim, isConfirmed }: Granted,
): Promise<Settlement> {
  const { event, partnerId, eventId } = inHand
  const { memberId } = click
  const points = claim.points ?? 0
  if (isConfirmed) return { outcome: 'duplicate', reason: 'claim-was-credited', memberId }
  const key = { partnerId, transactionId: event.transactionId }
  const isTakenBack = await findPartnerTransaction(trx, { ...key, kind: 'reverse' })
  const credit = await insertPartnerCredit(trx, {
    ...describeCredit(click, inHand),
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

type Credit = {
  memberId: string
  creditId: string
  partnerId: string
  transactionId: string
  kind: 'survey' | 'offer'
  title: string
  points: number
}

/** Post a credit. A reversal finds it by its source key. */
export function payCredit(trx: Trx, credit: Credit) {
  return bookReward(trx, {
    memberId: credit.memberId,
    kind: credit.kind,
    points: credit.points,
    sourceKey: creditSourceKey(credit),
    description: `${credit.kind === 'survey' ? 'Survey' : 'Offer'}: ${credit.title}`,
    subjectId: credit.creditId,
    actor: `partner:${credit.partnerId}`,
  })
}

function creditSourceKey({ partnerId, transactionId }: Pick<Credit, 'partnerId' | 'transactionId'>) {
  return `partner:${partnerId}:${transactionId}`
}

type Move = {
  to: CreditState
  by: Mover
  reason: string | null
  /** What it pays, if that is not what it was announced with. */
  points?: number
  decidedBy?: string
}

/**
 * Move a credit that the caller has locked, and post what the step posts.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveCredit(
  trx: Trx,
  credit: LockedCredit,
  { to, by, reason, points = credit.points, decidedBy }: Move,
): Promise<void> {
  const from = credit.state
  const effects = await takeStep(creditMachine, { from, to, by }, () =>
    updateCreditState(trx, credit, { from, to, reason, points, decidedBy }),
  )
  if (from === 'review') {
    const subject = creditSubject(credit.creditId)
    await outdateWaiting(trx, { subject, kinds: ['decide-credit-review'], by, actor: decidedBy ?? 'system' })
  }
  for (const effect of effects) await bringAbout[effect](trx, { ...credit, points })
}

export const creditSubject = (creditId: string) => `credit:${creditId}`

const bringAbout: Record<CreditEffect, (trx: Trx, credit: LockedCredit) => Promise<unknown>> = {
  'post reward': payCredit,
  'post reversal': postReversal,
}

/** Reverse exactly what was paid: by the credit, or by the claim that it confirmed. May make the balance negative. */
async function postReversal(trx: Trx, credit: LockedCredit): Promise<void> {
  const { memberId, creditId, partnerId, transactionId, clickId, claimId } = credit
  const source = claimId && clickId ? claimSourceKey(clickId) : creditSourceKey(credit)
  const posting = await findPostingBySource(trx, memberId, source)
  if (!posting) throw new Error(`credit ${creditId} is available and was never posted`)
  await postPoints(trx, {
    memberId,
    kind: 'reversal',
    availableDelta: -posting.points,
    heldDelta: 0,
    houseAccount: 'reversals',
    sourceKey: `reversal:${partnerId}:${transactionId}`,
    description: `Taken back by our partner: ${credit.title}`,
    subjectId: creditId,
    reversesSeq: posting.id,
    actor: `partner:${partnerId}`,
  })
}

type Wanted = { memberId: string; points: number; usd: number }

/** Whether today's ceilings leave room for an event, and count it if so. Parallel events count one after the other. */
async function fitsIntoDay(
  trx: Trx,
  { terms, partnerId }: Pick<EventInHand, 'terms' | 'partnerId'>,
  { memberId, points, usd }: Wanted,
): Promise<boolean> {
  const { maxUsdCentsPerMemberDay, maxPointsPerMemberDay, maxPointsPerDay } = terms.ceilings
  if (maxUsdCentsPerMemberDay !== undefined || maxPointsPerMemberDay !== undefined) {
    await lockCreditsOfMember(trx, partnerId, memberId)
    const today = await sumTodaysCredits(trx, partnerId, memberId)
    if ((today.usd + usd) * 100 > (maxUsdCentsPerMemberDay ?? Number.POSITIVE_INFINITY)) return false
    if (today.points + points > (maxPointsPerMemberDay ?? Number.POSITIVE_INFINITY)) return false
  }
  return maxPointsPerDay === undefined || addToPartnerDay(trx, { partnerId, points, most: maxPointsPerDay })
}

type Part = { creditId: string; boughtPoints: number; amountUsd: number }
type Known = {
  /** For the click; 0 if only the partner knows. */
  promised: number
  /** What the click was given of it, or will be. */
  given: number
  givenUsd: number
  /** Goals of the click that wait because their amounts do not buy the promise, oldest first. */
  parts: readonly Part[]
}
type Weighed = {
  points: number
  /** What the amount alone buys: the most that staff can pay for it without adding to the partner's money. */
  bought: number
  /** Whether the amount, with those of `parts`, buys what is left of the promise. */
  isBought: boolean
  /** What each part gets then; 0 if the others cover the promise. */
  parts: { creditId: string; points: number }[]
}

/**
 * Weigh a goal's amount against what was promised for its click. The goals of a click share the promise, and none gets more than
 * its own amount buys: so a goal that is taken back takes back what it was paid, and leaves nothing that nobody paid for.
 */
function weighCredit(
  { promised, given, givenUsd, parts }: Known,
  { amountUsd, pointsPerUsd }: { amountUsd: number; pointsPerUsd: number },
): Weighed {
  const bought = boughtPoints(amountUsd, pointsPerUsd)
  if (promised === 0) {
    const points = rewardPoints(amountUsd, pointsPerUsd)
    return { points, bought: points, isBought: true, parts: [] }
  }
  const left = promised - given
  if (given === 0 && parts.length === 0) {
    return { points: left, bought, isBought: rewardPoints(amountUsd, pointsPerUsd) >= left, parts: [] }
  }
  const usd = parts.reduce((sum, part) => sum + part.amountUsd, givenUsd + amountUsd)
  const own = Math.min(bought, left)
  const shares = share(parts, left - own)
  const isShared = shares.reduce((sum, { points }) => sum + points, own) === left
  const isBought = own > 0 && isShared && rewardPoints(usd, pointsPerUsd) >= promised
  return isBought
    ? { points: own, bought, isBought, parts: shares }
    : { points: left, bought, isBought, parts: [] }
}

function share(parts: readonly Part[], points: number): Weighed['parts'] {
  const shares: Weighed['parts'] = []
  let rest = points
  for (const part of parts) {
    const its = Math.min(part.boughtPoints, rest)
    shares.push({ creditId: part.creditId, points: its })
    rest -= its
  }
  return shares
}

const AT_ONCE = 500

/**
 * Job: pay credits whose hold is over, each in a transaction of its own. Concurrent jobs and reversals lock the row, and find
 * it settled. Returns the number of paid credits.
 */
export async function releaseCredits(deps: Deps): Promise<number> {
  let paid = 0
  await eachAlone(deps, await listDueCredits(deps.db, AT_ONCE), {
    name: ({ creditId }) => `partner credit ${creditId}`,
    work: (due) =>
      deps.db.transaction().execute(async (trx) => {
        const credit = await lockCredit(trx, due)
        if (credit?.state !== 'pending') return
        await moveCredit(trx, credit, { to: 'available', by: 'worker', reason: null })
        paid += 1
      }),
  })
  return paid
}

/**
 * Whether a partner may owe this amount more before it pays. Where there is a ceiling its credits are counted one after the other, so
 * that parallel ones never pass it together.
 */
async function fitsExposure(
  trx: Trx,
  { terms, partnerId }: Pick<EventInHand, 'terms' | 'partnerId'>,
  usd: number,
): Promise<boolean> {
  const most = terms.ceilings.maxUsdCentsOutstanding
  if (most === undefined) return true
  await lockAccount(trx, partnerId)
  return Math.round(((await findExposure(trx, partnerId)) + usd) * 10_000) <= most * 100
}
