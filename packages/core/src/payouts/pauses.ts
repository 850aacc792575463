import type { Answer } from '@chuma/contract/fields'
import type {
  AnswerAppealInput,
  AppealPayoutPauseInput,
  adminPayoutPause,
  PausePayoutsInput,
  payoutPause,
} from '@chuma/contract/payouts/payout-pause'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findOpenPause,
  findPauseNews,
  findPauseRef,
  getAdminPayoutPause,
  getPayoutPause,
  insertPause,
  listQueuedPayouts,
  lockPause,
  lockPayoutsOf,
  updatePause,
} from '@chuma/db/queries/payouts/payout-pauses'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Pause } from '@chuma/db/queries/wallet/withdrawals'
import { AppError, orRefuse } from '../app-error.ts'
import { tellOwners } from '../approvals/tell-owners.ts'
import { requireAnother } from '../auth/staff.ts'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Answer a member's appeal, once: lift the pause, or give the reason why it stays.
 * @throws AppError NOT_FOUND, also for a pause without an appeal, FORBIDDEN for one's own, ALREADY_DECIDED
 */
export async function answerAppeal(
  { db }: Deps,
  actor: StaffActor,
  { id, answer, isLifted }: AnswerAppealInput,
): Promise<Answer<typeof adminPayoutPause>> {
  const ref = orRefuse(await findPauseRef(db, id), 'NOT_FOUND')
  await requireAnother(db, actor, ref.memberId)
  return db.transaction().execute(async (trx) => {
    const member = await lockPayoutsOf(trx, ref.memberId)
    const pause = await lockPause(trx, ref)
    if (!member || !pause || pause.appeal === null) throw new AppError('NOT_FOUND')
    if (pause.liftedAt || pause.appealAnswer !== null) throw new AppError('ALREADY_DECIDED')
    const answered = { appealAnswer: answer, answeredBy: actor.name }
    const lifted = { liftReason: answer, liftedBy: actor.name }
    await updatePause(trx, ref, { ...answered, ...(isLifted ? lifted : {}) })
    if (isLifted) await releasePayouts(trx, ref.memberId)
    await insertJob(trx, 'send-pause-news', { ...ref, ...member, news: isLifted ? 'lifted' : 'answered' })
    await recordAct(trx, actor, {
      action: 'payouts.appeal-answered',
      subject: `member:${ref.memberId}`,
      before: { reason: pause.reason, pausedBy: pause.pausedBy, appeal: pause.appeal },
      after: { isLifted },
      reason: answer,
    })
    return getAdminPayoutPause(trx, ref)
  })
}

/**
 * Lift a pause and send waiting payouts. The member reads the reason, even with an unanswered appeal.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ACCOUNT_STATE if payouts are not paused
 */
export async function liftPayoutPause(
  { db }: Deps,
  actor: StaffActor,
  { memberId, reason }: PausePayoutsInput,
): Promise<Answer<typeof adminPayoutPause>> {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const member = orRefuse(await lockPayoutsOf(trx, memberId), 'NOT_FOUND')
    const pause = orRefuse(await findOpenPause(trx, memberId), 'ACCOUNT_STATE')
    const ref = { memberId, pauseId: pause.pauseId }
    await updatePause(trx, ref, { liftReason: reason, liftedBy: actor.name })
    await releasePayouts(trx, memberId)
    await insertJob(trx, 'send-pause-news', { ...ref, ...member, news: 'lifted' })
    await recordAct(trx, actor, {
      action: 'payouts.pause-lifted',
      subject: `member:${memberId}`,
      before: { reason: pause.reason, pausedAt: pause.pausedAt, pausedBy: pause.pausedBy },
      reason,
    })
    return getAdminPayoutPause(trx, ref)
  })
}

/** What the member reads. */
const REASONS = {
  paid: 'The payment provider now says that a payment of yours arrived which it had told us was not made. We are asking it what is true, and will book the payment or lift this pause. You need not do anything.',
  failed:
    'The payment provider now says that a payment of yours was not made which it had told us was paid. We are asking it what is true, and will give the points back or lift this pause. You need not do anything.',
} as const

/**
 * Pause the payouts of a member about whose payment the provider contradicts itself, and tell the member and the owners. The caller has
 * locked the wallet. A pause that is in force stays.
 */
export async function pauseBecause(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  said: keyof typeof REASONS,
): Promise<void> {
  const at = new Date().toISOString()
  const subject = `withdrawal:${withdrawalId}`
  await tellOwners(trx, { action: 'payout.contradiction', actor: 'system', subject, address: null, at })
  const member = await lockPayoutsOf(trx, memberId)
  if (!member || (await findOpenPause(trx, memberId))) return
  const actor = { name: 'system', address: null }
  await pauseLocked(trx, actor, { memberId, reason: REASONS[said], email: member.email })
}

/**
 * Pause a member's payouts until the pause is lifted: no new withdrawals, and approved ones are not sent unless sending has
 * begun. The member is told why, keeps the balance and can still earn.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ACCOUNT_STATE if they are paused already
 */
export async function pausePayouts({ db }: Deps, actor: StaffActor, { memberId, reason }: PausePayoutsInput) {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const member = orRefuse(await lockPayoutsOf(trx, memberId), 'NOT_FOUND')
    if (await findOpenPause(trx, memberId)) throw new AppError('ACCOUNT_STATE')
    const ref = await pauseLocked(trx, actor, { memberId, reason, email: member.email })
    return getAdminPayoutPause(trx, ref)
  })
}

type Pausing = PausePayoutsInput & { email: string }

/** Pause the payouts of a member whose wallet the caller has locked, and who has no open pause. */
export async function pauseLocked(trx: Trx, actor: StaffActor, { memberId, reason, email }: Pausing) {
  const ref = await insertPause(trx, { memberId, reason, pausedBy: actor.name })
  await insertJob(trx, 'send-pause-news', { ...ref, email, news: 'paused' })
  await recordAct(trx, actor, { action: 'payouts.paused', subject: `member:${memberId}`, reason })
  return ref
}

type PauseNews = {
  memberId: string
  pauseId: string
  /** The member's address at that moment. */
  email: string
  news: 'paused' | 'lifted' | 'answered'
}

/**
 * Job: mail a member about a pause, the answer to an appeal, or the end of the pause. Skips outdated news. Not optional.
 */
export async function sendPauseNews(deps: Deps, { email, news, ...ref }: PauseNews): Promise<void> {
  const found = await findPauseNews(deps.db, ref)
  if (!found) return
  const { firstName, reason, appealAnswer, liftReason } = found
  const reader = { to: email, firstName }
  if (liftReason !== null) {
    if (news === 'lifted') await deps.mail('sendPayoutsResumed', { ...reader, reason: liftReason })
    return
  }
  if (news === 'paused') await deps.mail('sendPayoutsPaused', { ...reader, reason })
  if (news === 'answered') await deps.mail('sendAppealAnswered', { ...reader, answer: appealAnswer ?? '' })
}

/**
 * Appeal against a pause of the caller's payouts: once per pause, while it lasts. Staff answer it.
 * @throws AppError NOT_FOUND for someone else's pause, APPEAL_STATE
 */
export function appealPayoutPause(
  { db }: Deps,
  { memberId }: SignedInMember,
  { id, appeal }: AppealPayoutPauseInput,
): Promise<Answer<typeof payoutPause>> {
  return db.transaction().execute(async (trx) => {
    const ref = { memberId, pauseId: id }
    const pause = orRefuse(await lockPause(trx, ref), 'NOT_FOUND')
    if (pause.liftedAt || pause.appeal !== null) throw new AppError('APPEAL_STATE')
    await updatePause(trx, ref, { appeal })
    return getPayoutPause(trx, ref)
  })
}

/**
 * Refuse while the member's payouts are paused. Caller and pause both lock the wallet, so requests cannot slip past a
 * pause.
 * @throws AppError PAYOUTS_PAUSED with the reason and the possible next step
 */
export function refuseWhilePaused(pause: Pause | null): void {
  if (!pause) return
  const { reason, appealAnswer } = pause
  const sent = appealAnswer === null ? 'sent' : 'answered'
  const appeal = pause.appeal === null ? 'none' : sent
  throw new AppError('PAYOUTS_PAUSED', { reason, appeal, answer: appealAnswer ?? '' })
}

/** Queue a job for every payout that a pause delayed. The caller holds the wallet's lock. */
export async function releasePayouts(trx: Trx, memberId: string): Promise<void> {
  for (const ref of await listQueuedPayouts(trx, memberId)) await insertJob(trx, 'send-payout', ref)
}
