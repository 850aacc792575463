import type { Answer } from '@chuma/contract/fields'
import type { claim, claimDetail, DecideClaimInput, OpenClaimInput } from '@chuma/contract/partners/partners'
import type { Trx } from '@chuma/db/client'
import type { WebhookEventType } from '@chuma/db/column-types'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  type ClaimDecision,
  findClaim,
  findClaimNews,
  findClaimOfClick,
  findClaimRef,
  findCreditOfClick,
  findReviewOfClick,
  insertClaim,
  type LockedClaim,
  listOtherClaims,
  lockClaim,
  updateClaimState,
} from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { listPartnerEvents, listUnmatchedSince } from '@chuma/db/queries/partners/partner-events'
import { settlePlaces } from '@chuma/db/queries/surveys/quotas'
import { lockAttempt, markCompleted } from '@chuma/db/queries/surveys/survey-attempts'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { tellOfCompleted } from '@chuma/db/queries/webhooks/webhooks'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { passCredit } from '../approvals/limits.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { outdateWaiting } from '../approvals/transitions.ts'
import { requireAnother } from '../auth/staff.ts'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { canMove, type Mover, type StateMachine, takeStep } from '../state-machine.ts'

type Claim = Answer<typeof claim>

type Click = NonNullable<Awaited<ReturnType<typeof lockClick>>>

/**
 * Grant or decline a claim, once, with a reason for the member. A granted claim pays the points promised for the click.
 * The click's lock is the same as a postback's, so a partner's late event and a claim never both pay.
 * Points above the day's limit of the
 * caller's person wait for a second person.
 * @throws AppError FORBIDDEN for one's own claim, APPROVAL_PENDING, ALREADY_DECIDED, ALREADY_CREDITED, CREDIT_IN_REVIEW while a
 * credit of the click waits for staff, INVALID_INPUT without promised or given points
 */
export async function decideClaim(deps: Deps, staff: StaffActor, input: DecideClaimInput): Promise<Claim> {
  const { id: claimId, decision, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const ref = orRefuse(await findClaimRef(deps.db, claimId), 'NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    const wanted = await deps.wantedEvents()
    return deps.db.transaction().execute(async (trx) => {
      const click = await lockClick(trx, ref)
      const claim = await lockClaim(trx, ref)
      if (!click || !claim) throw new AppError('NOT_FOUND')
      const step = { from: claim.state, to: decision, by: 'staff' } as const
      if (!canMove(claimMachine, step)) throw new AppError('ALREADY_DECIDED')

      const points =
        decision === 'credited' ? await grantPoints(trx, click, { points: input.points, wanted }) : null
      const change = { before: { state: 'open' }, after: { state: decision, points } }
      const wish = {
        kind: 'decide-claim',
        subject: `claim:${claimId}`,
        payload: input,
        ...change,
        reason,
      } as const
      const acts = points === null ? {} : await passCredit({ deps, trx, staff }, { ...wish, points })
      await moveClaim(trx, claim, { to: decision, by: 'staff', reason, points, decidedBy: staff.name })
      await recordAct(trx, staff, {
        action: 'decide-claim',
        subject: wish.subject,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
      })
      const decided = await findClaimOfClick(trx, ref)
      if (!decided) throw new Error(`claim ${claimId} vanished`)
      return decided
    })
  })
}

type Grant = { points: number | undefined; wanted: ReadonlySet<WebhookEventType> }

/** Check that nothing else has paid, and find the points to pay. A claim for a survey completes the survey. */
async function grantPoints(trx: Trx, click: Click, { points, wanted }: Grant): Promise<number> {
  const { memberId, surveyId } = click
  if (await findCreditOfClick(trx, click)) throw new AppError('ALREADY_CREDITED')
  if (await findReviewOfClick(trx, click)) throw new AppError('CREDIT_IN_REVIEW')
  const granted = click.points > 0 ? click.points : points
  if (granted === undefined) throw invalidField('points', 'PROMISE_MISSING')
  if (surveyId) {
    const attempt = await lockAttempt(trx, { memberId, surveyId })
    if (attempt?.status === 'completed') throw new AppError('ALREADY_CREDITED')
    if (attempt) {
      await markCompleted(trx, { memberId, surveyId, claimedCompletedAt: null, flagReasons: [] })
      if (attempt.hasQuotas || attempt.hasClientPlace) await settlePlaces(trx, { memberId, surveyId })
      if (wanted.has('survey.completed')) await tellOfCompleted(trx, { memberId, surveyId })
    }
  }
  return granted
}

type Move = ClaimDecision & { to: ClaimState; by: Mover }

/**
 * Move a claim that the caller has locked, and pay it when it is credited.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveClaim(trx: Trx, claim: LockedClaim, { to, by, ...decision }: Move): Promise<void> {
  const from = claim.state
  const effects = await takeStep(claimMachine, { from, to, by }, () =>
    updateClaimState(trx, claim, { ...decision, from, to }),
  )
  const subject = `claim:${claim.claimId}`
  await outdateWaiting(trx, { subject, kinds: ['decide-claim'], by, actor: decision.decidedBy })
  for (const effect of effects) await bringAbout[effect](trx, claim, decision)
}

export const claimSourceKey = (clickId: string) => `claim:${clickId}`

const bringAbout: Record<
  ClaimEffect,
  (trx: Trx, claim: LockedClaim, decision: ClaimDecision) => Promise<unknown>
> = {
  'post claim': (trx, { memberId, clickId, title }, { points, decidedBy }) =>
    bookReward(trx, {
      memberId,
      kind: 'claim',
      points: points ?? 0,
      sourceKey: claimSourceKey(clickId),
      description: `Claim granted: ${title}`,
      subjectId: clickId,
      actor: decidedBy,
    }),
  'tell member': (trx, { memberId, clickId }) => insertJob(trx, 'send-claim-decided', { memberId, clickId }),
}

type ClaimState = LockedClaim['state']
export type ClaimEffect = 'post claim' | 'tell member'

/** A check constraint of credit_claim requires a reason to decline. Only this table guards the steps. */
export const claimMachine: StateMachine<ClaimState, ClaimEffect> = {
  name: 'Claim',
  refusal: 'ALREADY_DECIDED',
  states: {
    open: 'waits for a decision',
    credited: 'granted and paid',
    declined: 'declined, with a reason',
  },
  begins: [{ to: 'open', by: 'member', when: 'the click brought nothing, and was not claimed before' }],
  moves: {
    staff: [
      {
        from: ['open'],
        to: 'credited',
        when: 'it is not their own, and nothing else paid for the click or its survey',
        does: ['post claim', 'tell member'],
      },
      { from: ['open'], to: 'declined', when: 'it is not their own', does: ['tell member'] },
    ],
    erasure: [{ from: ['open'], to: 'declined', when: 'the account is erased' }],
  },
}

const DAY_SECONDS = 24 * 3600

/**
 * Claim the missing points of a click: "I did this and got nothing." Once per click.
 * @throws AppError NOT_FOUND for another member's click or an older one than the operator allows, ALREADY_CREDITED,
 * CLAIM_EXISTS
 */
export async function openClaim(deps: Deps, { memberId }: SignedInMember, { clickId, note }: OpenClaimInput) {
  const { claimDays } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const ref = { memberId, clickId }
    const click = await lockClick(trx, ref)
    if (!click || click.ageSeconds >= claimDays * DAY_SECONDS) throw new AppError('NOT_FOUND')
    if (await findCreditOfClick(trx, ref)) throw new AppError('ALREADY_CREDITED')
    if (!(await insertClaim(trx, { ...ref, note }))) throw new AppError('CLAIM_EXISTS')
    const claim = await findClaimOfClick(trx, ref)
    if (!claim) throw new Error(`claim of click ${clickId} vanished`)
    return claim
  })
}

/** Job: mail a member the decision about their claim, and its reason. */
export async function sendClaimDecided(deps: Deps, ref: { memberId: string; clickId: string }) {
  const news = await findClaimNews(deps.db, ref)
  if (!news || news.state === 'open') return
  const { email: to, firstName, title, points, reason } = news
  const isCredited = news.state === 'credited'
  await deps.mail('sendClaimDecided', {
    to,
    firstName,
    title,
    isCredited,
    points: points ?? 0,
    reason: reason ?? '',
  })
}

/** Load everything that helps to decide a claim. @throws AppError NOT_FOUND */
export async function getClaim({ db }: Deps, { id }: { id: string }): Promise<Answer<typeof claimDetail>> {
  const claim = orRefuse(await findClaim(db, id), 'NOT_FOUND')
  const { reference, partnerId, memberId, clickedAt: since } = claim
  const [review, events, unmatched, earlier] = await Promise.all([
    findReviewOfClick(db, claim),
    listPartnerEvents(db, { reference, limit: 50 }),
    partnerId === null ? [] : listUnmatchedSince(db, { partnerId, since }),
    listOtherClaims(db, { memberId, claimId: id }),
  ])
  return { claim, review: review ?? null, events, unmatched, earlier }
}
