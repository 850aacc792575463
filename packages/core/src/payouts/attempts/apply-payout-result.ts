import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findReportedReceipt,
  type LockedAttempt,
  updateAttempt,
} from '@chuma/db/queries/payouts/payout-attempts'
import { getTimeIn, slowQueue } from '@chuma/db/queries/payouts/payout-queue'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'
import { canMove, isFinal, type Mover } from '../../state-machine.ts'
import { checkReceiver, proveByPayment } from '../details.ts'
import { moveAttempt, movePayout, moveWithdrawal } from '../move-payout.ts'
import { pauseBecause } from '../pauses.ts'
import { queuePayout, stopQueueFor } from '../queue/queue.ts'
import { findRail } from '../rails.ts'
import { claimReported, readReceipt } from '../receipts.ts'
import { attemptMachine } from '../transitions.ts'
import type { CallbackOutcome, LockedPayout, PayoutResult, Payouts, SpokenPayout } from './payouts.ts'

type Said = {
  result: PayoutResult
  isAnswer: boolean
  payouts: Payouts
  deps: Pick<Deps, 'secrets' | 'reportFailure'>
}

/** `isAnswer`: it answers a status query, so another immediate query is useless. */
export async function applyPayoutResult(trx: Trx, payout: SpokenPayout, said: Said) {
  const { result, isAnswer } = said
  const detail = `${result.code} ${result.description}`
  if (result.verdict === 'unknown') {
    const outcome = { outcome: 'unknown', detail }
    return isAnswer ? outcome : doubtPayout(trx, payout, outcome)
  }
  if (!isAbout(payout.attempt, result)) {
    const outcome = { outcome: 'ids-differ', detail }
    return isAnswer ? outcome : doubtPayout(trx, payout, outcome)
  }
  if (result.verdict === 'paid') return applyPaid(trx, payout, said)
  if (result.verdict === 'review') {
    return review(trx, payout, { outcome: 'needs-review', detail, note: result.description, result })
  }
  return applyFailed(trx, payout, said)
}

/** Results have been seen with another originator id than the one sent; then the provider's own id must match. */
function isAbout(attempt: LockedAttempt, result: PayoutResult): boolean {
  if (result.originatorConversationId === attempt.originatorConversationId) return true
  return attempt.conversationId !== null && result.conversationId === attempt.conversationId
}

async function applyPaid(trx: Trx, payout: SpokenPayout, { result, isAnswer, payouts, deps }: Said) {
  const { ref, attempt } = payout
  const { msisdn } = result
  const namesAmount = findRail(payouts, attempt.provider)?.namesAmount !== false
  const amountKes = namesAmount ? result.amountKes : (result.amountKes ?? attempt.amountKes)
  const detail = result.receipt ?? ''
  const receipt = readReceipt(payout.withdrawal.method, detail)
  if (attempt.state === 'paid' && (receipt === null || receipt === attempt.receipt?.toUpperCase())) {
    return { outcome: 'duplicate', detail }
  }
  if (isClosed(attempt)) return recordPayoutContradiction(trx, payout, result)
  if (receipt === null || amountKes === undefined) {
    const outcome = { outcome: 'incomplete', detail }
    return isAnswer ? outcome : doubtPayout(trx, payout, outcome)
  }
  if (amountKes !== attempt.amountKes || (msisdn !== undefined && msisdn !== attempt.mpesaNumber)) {
    const problem = `Paid KES ${amountKes} to ${msisdn ?? 'a number not named'}, receipt ${receipt}`
    return review(trx, payout, { outcome: 'mismatch', detail: problem, result })
  }
  if (!(await claimReported(trx, payout, result))) {
    const problem = `Receipt ${receipt} belongs to another withdrawal`
    return review(trx, payout, { outcome: 'receipt-reused', detail: problem, result })
  }
  const { code: resultCode, description: resultDescription } = result
  const receiver = await checkReceiver(trx, ref.memberId, result.receiverName)
  const step = { to: 'paid', by: 'provider', receipt } as const
  await moveWithdrawal(trx, payout, {
    ...step,
    ...receiver,
    attempt: { ...step, of: attempt, resultCode, resultDescription },
  })
  await proveByPayment(trx, deps, payout)
  return { outcome: 'paid', detail }
}

async function applyFailed(trx: Trx, payout: SpokenPayout, { result, payouts }: Said) {
  const { ref, attempt } = payout
  const detail = `${result.code} ${result.description}`
  if (attempt.state === 'paid') return recordPayoutContradiction(trx, payout, result)
  if (isClosed(attempt)) return { outcome: 'duplicate', detail }
  const reported = await findReportedReceipt(trx, ref)
  if (reported !== undefined) {
    await pauseBecause(trx, ref, 'failed')
    const problem = `Said to have failed (${detail}), and before that to be paid with receipt ${reported}`
    return review(trx, payout, { outcome: 'contradiction', detail: problem, result })
  }
  const { code: resultCode, description: resultDescription } = result
  await moveAttempt(trx, payout, { to: 'failed', by: 'provider', resultCode, resultDescription })
  if (result.verdict === 'operator') {
    await moveWithdrawal(trx, payout, { to: 'needs_review', by: 'provider' })
    await stopQueueFor(trx, attempt.provider, { code: result.code, reason: result.description })
    return { outcome: 'failed', detail }
  }
  if (result.verdict === 'busy') return { outcome: await repeatPayout(trx, payouts, payout), detail }
  const payer = PAYERS[payout.withdrawal.method]
  await moveWithdrawal(trx, payout, {
    to: 'failed',
    by: 'provider',
    adminComment: `${payer} did not pay this out: ${result.description}`,
    processedBy: payer,
  })
  return { outcome: 'rejected', detail }
}

/** Whom the member reads of. */
const PAYERS: Record<WithdrawalMethod, string> = {
  mpesa: 'M-Pesa',
  airtel: 'Airtel Money',
  airtime: 'The airtime service',
  bank: 'The bank',
  paypal: 'PayPal',
}

/** `note`: what staff read beside the code, if that is not the whole `detail`. */
type Review = CallbackOutcome & { result: PayoutResult; note?: string }

async function review(trx: Trx, payout: SpokenPayout, { outcome, detail, note, result }: Review) {
  if (isClosed(payout.attempt)) return { outcome: 'late', detail }
  if (result.verdict === 'paid') await claimReported(trx, payout, result)
  await reviewPayout(trx, payout, {
    by: 'provider',
    // The code of a reported payment does not say what is wrong with it.
    ...(result.verdict === 'paid' ? {} : { resultCode: result.code }),
    resultDescription: note ?? detail,
    // A receipt is stored with a reported payment, correct or not, and with no other result.
    ...(result.verdict === 'paid' && result.receipt !== undefined ? { receipt: result.receipt } : {}),
  })
  return { outcome, detail }
}

function isClosed({ state }: LockedAttempt): boolean {
  return isFinal(attemptMachine, state)
}

/** Record an inconclusive message of the provider: the result is unknown, even if we thought nothing was sent yet. */
export async function doubtPayout(trx: Trx, payout: SpokenPayout, outcome: CallbackOutcome) {
  const { ref, attempt } = payout
  const { memberId, withdrawalId } = ref
  const move = { to: 'unknown', by: 'provider' } as const
  if (canMove(attemptMachine, { from: attempt.state, ...move })) {
    await movePayout(trx, payout, move)
  } else if (attempt.state !== 'unknown') {
    return { ...outcome, detail: `${outcome.detail} (came when it was ${attempt.state})`.trim() }
  }
  await insertJob(trx, 'check-payout', { memberId, withdrawalId })
  return outcome
}

/**
 * Record that the provider contradicts a settled result. Nothing is undone automatically: it goes into the audit log, the member's
 * payouts are paused until a person knows what happened, the owners get a mail, and a newer attempt that was not sent is stopped, because the member may have been paid already.
 */
async function recordPayoutContradiction(
  trx: Trx,
  { ref, attempt, last, withdrawal }: SpokenPayout,
  result: PayoutResult,
): Promise<CallbackOutcome> {
  const receipt = result.receipt ?? 'not named'
  const saidPaid = result.verdict === 'paid'
  if (saidPaid) await claimReported(trx, { ref, withdrawal }, result)
  const detail = saidPaid
    ? `Said to be paid, receipt ${receipt}`
    : `Said to have failed: ${result.description}`
  await insertAuditEntry(trx, {
    actor: 'system',
    action: 'payout.contradiction',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: {
      status: withdrawal.status,
      attemptNo: attempt.attemptNo,
      state: attempt.state,
      receipt: attempt.receipt,
    },
    after: { code: result.code, receipt: result.receipt ?? null, amountKes: result.amountKes ?? null },
    reason: detail,
    address: null,
  })
  await pauseBecause(trx, ref, saidPaid ? 'paid' : 'failed')
  if (!saidPaid || attempt.state === 'paid') return { outcome: 'contradiction', detail }

  await updateAttempt(trx, ref, { receipt, resultCode: result.code, resultDescription: detail })
  if (last?.state === 'prepared') {
    const resultDescription = `Stopped because of an earlier attempt: ${detail}`
    await giveUpAttempt(trx, { ref, attempt: last }, { by: 'provider', resultDescription })
    await moveWithdrawal(trx, { ref, withdrawal }, { to: 'needs_review', by: 'provider' })
  }
  return { outcome: 'contradiction', detail }
}

type Reason = { by: Mover; resultDescription: string }

/**
 * Give up an attempt that waits to be sent. One that the provider was too busy for may have been taken all the same: a person has to
 * find out before anyone pays again (docs/decisions/0011).
 */
export function giveUpAttempt(
  trx: Trx,
  { ref, attempt }: { ref: WithdrawalRef; attempt: LockedAttempt },
  reason: Reason,
): Promise<void> {
  const to = attempt.wasAsked ? 'needs_review' : 'not_sent'
  return moveAttempt(trx, { ref, attempt }, { ...reason, to, nextCheckInSeconds: null })
}

/** The waits after attempts that met too much traffic. After the last one a person decides. */
const BACK_OFF_MINUTES = [1, 5, 15, 60]
/** How long everyone's payments wait then: whatever is sent meanwhile only adds to the traffic. */
const SLOW_SECONDS = 10

/**
 * Send a payout again automatically, under a new id: only after its last attempt finally failed, and only because of
 * traffic. The wait leaves time for a callback that contradicts the failure.
 */
async function repeatPayout(
  trx: Trx,
  payouts: Payouts,
  { ref: { attemptNo, ...ref }, withdrawal, last }: SpokenPayout,
): Promise<string> {
  if (last) await slowQueue(trx, last.provider, SLOW_SECONDS)
  const minutes = BACK_OFF_MINUTES[attemptNo - 1]
  if (minutes === undefined || last?.attemptNo !== attemptNo) {
    await moveWithdrawal(trx, { ref, withdrawal }, { to: 'needs_review', by: 'provider' })
    return 'failed'
  }
  const until = await getTimeIn(trx, minutes * 60)
  const wait = { reason: 'busy', until } as const
  const payout = { ref, withdrawal, attempt: last }
  await queuePayout(trx, payouts, { payout, by: 'provider', wait, isAutomatic: last.isAutomatic })
  return 'repeated'
}

type ReviewReason = { by: Mover; resultCode?: string; resultDescription: string; receipt?: string }

/** Give an open attempt to a person. The points stay held, and only they or a later proof settle it. */
export function reviewPayout(
  trx: Trx,
  payout: LockedPayout & { attempt: LockedAttempt },
  reason: ReviewReason,
): Promise<void> {
  return movePayout(trx, payout, {
    ...reason,
    to: 'needs_review',
    nextCheckInSeconds: null,
  })
}
