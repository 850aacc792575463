import { setTimeout } from 'node:timers/promises'
import type { Db, Trx } from '@chuma/db/client'
import { lockSwitch } from '@chuma/db/queries/payouts/automatic-payouts'
import {
  type AttemptRef,
  findLeaseLeft,
  findUnsent,
  insertReference,
  type LockedAttempt,
  referencesInsert,
  updateAttempt,
} from '@chuma/db/queries/payouts/payout-attempts'
import { lockRails, takeTurn } from '@chuma/db/queries/payouts/payout-queue'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'
import { createPayoutToken, type NotSent } from '../../wallet/providers.ts'
import { returnToStaff } from '../automatic/return-to-staff.ts'
import { evaluateHolds, type HoldTerms, waitFor } from '../holds/hold-rules.ts'
import { fixTaxes, moveAttempt, movePayout, moveWithdrawal } from '../move-payout.ts'
import { holdPayout, type Limits, limitPayout, queuePayout, stopQueueFor } from '../queue/queue.ts'
import { chooseRail, findRail } from '../rails.ts'
import { applyPayoutResult, giveUpAttempt, reviewPayout } from './apply-payout-result.ts'
import {
  type LockedPayout,
  lockNamed,
  lockPayout,
  type Payment,
  type PayoutProvider,
  type PayoutResult,
  type Payouts,
  type SendOutcome,
  type StatusQuery,
} from './payouts.ts'

/**
 * Send an approved withdrawal's money. Safe to repeat and to run concurrently: money leaves only after the step from
 * `prepared` to `sending`, which is taken once, and while its lease lasts, so that a process that was suspended sends nothing
 * that others have decided about. After a crash `sending` is never sent again, `prepared` is. While the queue is stopped, or beyond a limit, it stays prepared for the sweep.
 * @throws if nothing was sent and a retry is useful
 */
export async function sendPayout(deps: Deps, { memberId, withdrawalId }: WithdrawalRef): Promise<void> {
  const { db, payouts, secrets } = deps
  const unsent = await findUnsent(db, { memberId, withdrawalId })
  if (!unsent) return
  const ref: AttemptRef = { memberId, withdrawalId, attemptNo: unsent.attemptNo }
  const rail = chooseRail(payouts, unsent.method)
  if (rail?.name !== unsent.provider) {
    return db.transaction().execute((trx) => leaveProvider(trx, payouts, ref))
  }
  // Ends here for most payouts of a stopped queue; the decisive check is under the queue's lock.
  if (unsent.isStopped) return

  const readiness = await rail.prepare()
  if (readiness.outcome !== 'ready') {
    if (readiness.stopQueue) {
      return db.transaction().execute((trx) => stopQueueFor(trx, rail.name, readiness))
    }
    throw new Error(`payout ${withdrawalId} waits: ${readiness.code} ${readiness.reason}`)
  }
  const limits = await deps.economy()
  const order = await db.transaction().execute((trx) => beginSending(trx, { payouts, secrets, limits, ref }))
  if (!order) return
  if (order.waitMs > 0) await setTimeout(order.waitMs)

  const mayWrite = await readDeadline(db, ref)
  const outcome = mayWrite() ? await rail.send(order.payment, mayWrite) : TOO_LATE
  const isWaiting = await db.transaction().execute((trx) => recordPayoutSend(trx, deps, { ref, outcome }))
  if (isWaiting && outcome.outcome === 'not-sent') {
    throw new Error(`payout ${withdrawalId} was not taken: ${outcome.code} ${outcome.reason}`)
  }
}

/**
 * The operator changed to another provider, or to payments by hand. The attempt stays the old one's, which may still speak of it.
 */
async function leaveProvider(trx: Trx, payouts: Payouts, ref: AttemptRef): Promise<void> {
  const payout = await lockPayout(trx, ref)
  const { attempt, withdrawal } = payout
  if (attempt?.attemptNo !== ref.attemptNo || attempt.state !== 'prepared' || withdrawal.isBackingOff) return
  const resultDescription = `${attempt.provider} gets no new payments`
  if (attempt.wasAsked) {
    // It may have taken it: the next check queries it, or leaves it to a person.
    const move = { to: 'unknown', by: 'worker', resultDescription, nextCheckInSeconds: 0 } as const
    return movePayout(trx, { ...payout, attempt }, move)
  }
  await moveAttempt(trx, { ref, attempt }, { to: 'not_sent', by: 'worker', resultDescription })
  if (chooseRail(payouts, withdrawal.method)) {
    await queuePayout(trx, payouts, { payout, by: 'worker', isAutomatic: attempt.isAutomatic })
  } else {
    await moveWithdrawal(trx, payout, { to: 'manual', by: 'worker' })
  }
}

type Options = Pick<Deps, 'payouts' | 'secrets'> & { limits: Limits & HoldTerms; ref: AttemptRef }

/** How long a paused member's payout waits. The end of the pause queues a job immediately. */
const PAUSED_SECONDS = 3600

/** The longest that a worker waits for its turn, with its lease running. Others look again later. */
const MAX_WAIT_MS = 1000

/** What to send, and how long to wait before that, at the provider's rate. */
type Order = { payment: Payment; waitMs: number }
type Unsent = LockedPayout & { attempt: LockedAttempt }

/**
 * Take the step after which money may have left: a turn once per attempt, and only if nothing forbids it at the commit. A
 * stop, a pause, a hold, a rejection, the switch of automatic payout and the day's sums are read under their locks.
 */
export async function beginSending(trx: Trx, options: Options): Promise<Order | null> {
  const { payouts, limits, ref } = options
  const { leaseSeconds } = payouts
  const locked = await lockPayout(trx, ref)
  const { attempt } = locked
  // Another worker may have sent it, or a person may have rejected it.
  if (attempt?.attemptNo !== ref.attemptNo || attempt.state !== 'prepared') return null
  // After too much traffic the payout waits, whichever job finds it.
  if (locked.withdrawal.isBackingOff) return null
  const payout = { ...locked, attempt }
  if (await isMemberHeld(trx, payout, options)) return null
  const amountKes = (await fixTaxes(trx, [payout]))[0] ?? attempt.amountKes

  const { provider } = attempt
  const rails = await lockRails(trx, provider)
  if (rails.isStopped) return null
  if (attempt.isAutomatic && (await lockSwitch(trx, 'share')).isTripped) {
    await returnToStaff(trx, payout)
    return null
  }
  const verdict = await limitPayout(trx, { ...ref, provider, amountKes, limits })
  if (verdict !== 'pass') {
    if ('wait' in verdict) await holdPayout(trx, payout, verdict.wait)
    else await giveUp(trx, payout, verdict.never)
    return null
  }
  const { perSecond } = payouts
  const isTurn = perSecond === null && !rails.hasWait
  const turn = isTurn ? { waitMs: 0 } : await takeTurn(trx, provider, { perSecond, mostMs: MAX_WAIT_MS })
  if ('notForMs' in turn) {
    await updateAttempt(trx, ref, { nextCheckInSeconds: Math.ceil(turn.notForMs / 1000) })
    return null
  }
  const { payment, references } = writePayment(options, { ...attempt, amountKes })
  await movePayout(trx, payout, {
    to: 'sending',
    by: 'worker',
    leaseSeconds,
    nextCheckInSeconds: leaseSeconds,
    also: { references: referencesInsert(trx, references) },
  })
  return { ...turn, payment }
}

/** Whether a pause or a hold keeps this member's payouts back. Then the payout waits for its end. */
async function isMemberHeld(trx: Trx, payout: Unsent, { ref, secrets, limits: terms }: Options) {
  if (payout.withdrawal.isPaused) {
    await updateAttempt(trx, ref, { nextCheckInSeconds: PAUSED_SECONDS })
    return true
  }
  const { open, now } = await evaluateHolds(trx, { deps: { secrets }, payout, terms })
  if (open.length > 0) await holdPayout(trx, payout, waitFor(open, now))
  return open.length > 0
}

/**
 * Earlier runs' callback addresses cannot be reused, because only hashes are stored; they stay valid besides the new
 * ones.
 */
function writePayment(
  { payouts: { callbackUrl }, ref }: Options,
  { originatorConversationId, amountKes, mpesaNumber }: LockedAttempt,
) {
  const [result, timeout] = [createPayoutToken(), createPayoutToken()]
  const references = [
    { ...ref, kind: 'result-token' as const, value: result.hash },
    { ...ref, kind: 'timeout-token' as const, value: timeout.hash },
  ]
  const payment: Payment = {
    originatorConversationId,
    amountKes,
    msisdn: mpesaNumber,
    remarks: 'Earnings payout',
    occasion: originatorConversationId,
    resultUrl: `${callbackUrl}/hooks/d/r/${result.token}`,
    timeoutUrl: `${callbackUrl}/hooks/d/t/${timeout.token}`,
  }
  return { payment, references }
}

/** Nothing leaves: staff raise the limit and retry, pay it differently, or return the points. */
async function giveUp(trx: Trx, payout: Unsent, resultDescription: string): Promise<void> {
  await giveUpAttempt(trx, payout, { by: 'worker', resultDescription })
  await moveWithdrawal(trx, payout, { to: 'needs_review', by: 'worker' })
}

const TOO_LATE: NotSent = {
  outcome: 'not-sent',
  code: 'TOO_LATE',
  reason: 'The sender was suspended for longer than it may take',
  stopQueue: false,
  retryable: true,
}

/**
 * Read how long the sender may still write, by the database's clock, and return a check of it for the moment before the write. A
 * process can be suspended anywhere between its commit and the socket, and meanwhile others decide that it is dead.
 */
async function readDeadline(db: Db, ref: AttemptRef): Promise<() => boolean> {
  // Before the statement: while it is under way, the lease runs already.
  const since = [performance.now(), Date.now()] as const
  const leftMs = await findLeaseLeft(db, ref)
  // The monotonic clock is true whatever happens to the time of day, but may stop while the machine sleeps; the other does not.
  return () => Math.max(performance.now() - since[0], Date.now() - since[1]) < leftMs
}

/**
 * Record the immediate answer to a send, and return whether the payout waits to be sent again. If the result came first
 * or the lease is over, the answer only adds an id. A problem that affects all payouts stops the queue in any case.
 */
async function recordPayoutSend(
  trx: Trx,
  deps: Pick<Deps, 'payouts' | 'secrets' | 'reportFailure'>,
  { ref, outcome }: { ref: AttemptRef; outcome: SendOutcome },
): Promise<boolean> {
  const { payouts } = deps
  const payout = await lockPayout(trx, ref)
  const { attempt } = payout
  if (!attempt || attempt.attemptNo !== ref.attemptNo) return false
  const named =
    outcome.outcome === 'accepted' && attempt.conversationId === null
      ? { conversationId: outcome.conversationId }
      : {}
  const { conversationId } = named
  const references = conversationId ? [{ ...ref, kind: 'conversation' as const, value: conversationId }] : []
  const also = references.length > 0 ? { references: referencesInsert(trx, references) } : {}
  const isStopped = outcome.outcome === 'not-sent' && outcome.stopQueue
  if (isStopped) await stopQueueFor(trx, attempt.provider, outcome)
  if (attempt.state !== 'sending') {
    // Others have decided, and need not wait for this sender any longer.
    const isDecided = attempt.state !== 'prepared'
    await also.references?.execute()
    if (isDecided || conversationId) {
      await updateAttempt(trx, ref, { ...named, ...(isDecided && { leaseSeconds: null }) })
    }
    await applySaid(trx, deps, { ref, outcome })
    return false
  }
  const isBusy = outcome.outcome === 'not-sent' && outcome.isBusy
  const [state, withdrawalState] = nextStates(outcome, attempt)
  const step = {
    of: attempt,
    to: state,
    by: 'worker',
    leaseSeconds: null,
    ...named,
    ...(isBusy && { wasAsked: isBusy }),
    nextCheckInSeconds: state === 'prepared' ? payouts.leaseSeconds : (payouts.checkAfterSeconds[0] ?? 0),
    ...(outcome.outcome === 'accepted'
      ? {}
      : { resultCode: outcome.code, resultDescription: outcome.reason }),
  } as const
  await moveWithdrawal(trx, payout, { to: withdrawalState, by: 'worker', attempt: step, also })
  await applySaid(trx, deps, { ref, outcome })
  return state === 'prepared' && !isStopped
}

/** Some providers tell in their answer what became of the payment. */
async function applySaid(
  trx: Trx,
  deps: Parameters<typeof applyAnswer>[1],
  { ref, outcome }: { ref: AttemptRef; outcome: SendOutcome },
): Promise<void> {
  if (outcome.outcome !== 'accepted' || !outcome.result) return
  await applyAnswer(trx, deps, { ref, result: outcome.result })
}

function nextStates(outcome: SendOutcome, { wasAsked }: LockedAttempt) {
  if (outcome.outcome === 'accepted') return ['sent', 'sent'] as const
  if (outcome.outcome === 'unknown') return ['unknown', 'unknown'] as const
  // It would fail again, so staff have to see it. A payout that only met a stop waits like all others.
  if (!outcome.retryable) return [wasAsked ? 'needs_review' : 'not_sent', 'needs_review'] as const
  return ['prepared', 'queued'] as const
}

/** Apply what the provider said in its answer to us, as if it had called back. */
async function applyAnswer(
  trx: Trx,
  deps: Pick<Deps, 'payouts' | 'secrets' | 'reportFailure'>,
  { ref, result }: { ref: AttemptRef; result: PayoutResult },
): Promise<void> {
  const { withdrawal, attempt: last } = await lockPayout(trx, ref)
  const payout = { ref, withdrawal, attempt: await lockNamed(trx, ref, last), last }
  await applyPayoutResult(trx, payout, { result, isAnswer: true, payouts: deps.payouts, deps })
}

/**
 * Check a payout without a result: query the provider, and after the last of `checkAfterSeconds` give it to a person. If
 * the sender's lease is over, it is dead and the result unknown. Nothing here decides that a payout failed: a missing
 * answer, or one that knows no such payment, proves nothing.
 */
export async function checkPayout(deps: Deps, ref: WithdrawalRef): Promise<void> {
  const { db, payouts } = deps
  const written = await db.transaction().execute((trx) => writeQuery(trx, payouts, ref))
  if (!written) return
  const { rail, attemptRef, query } = written
  // Whether or not the query arrives, the next one is already scheduled.
  const outcome = await rail.queryStatus(query)
  if (outcome.outcome === 'answered') {
    const { result } = outcome
    await db.transaction().execute((trx) => applyAnswer(trx, deps, { ref: attemptRef, result }))
  }
  if (outcome.outcome === 'not-sent' && outcome.stopQueue) {
    await db.transaction().execute((trx) => stopQueueFor(trx, rail.name, outcome))
  }
}

type Written = { rail: PayoutProvider; attemptRef: AttemptRef; query: StatusQuery }

async function writeQuery(trx: Trx, payouts: Payouts, ref: WithdrawalRef): Promise<Written | null> {
  const locked = await lockPayout(trx, ref)
  const { attempt } = locked
  const isDead = attempt?.state === 'sending' && attempt.isLeaseOver
  if (!attempt || !(isDead || attempt.state === 'sent' || attempt.state === 'unknown')) return null

  const payout = { ...locked, attempt }
  const attemptRef = { ...ref, attemptNo: attempt.attemptNo }
  const { checkAfterSeconds, callbackUrl } = payouts
  // Not who would be asked to pay today: who was asked.
  const rail = findRail(payouts, attempt.provider)
  if (!rail) {
    const resultDescription = `Sent through ${attempt.provider}, which is no longer set up`
    await reviewPayout(trx, payout, { by: 'worker', resultDescription })
    return null
  }
  if (attempt.checks >= checkAfterSeconds.length) {
    const resultDescription = `No result after ${attempt.checks} status queries`
    await reviewPayout(trx, payout, { by: 'worker', resultDescription })
    return null
  }
  const { token, hash } = createPayoutToken()
  await insertReference(trx, attemptRef, { kind: 'query-token', value: hash })
  const checks = attempt.checks + 1
  const nextCheckInSeconds = checkAfterSeconds[checks] ?? checkAfterSeconds.at(-1) ?? 0
  await updateAttempt(trx, attemptRef, { checks, nextCheckInSeconds })
  if (isDead) await movePayout(trx, payout, { to: 'unknown', by: 'worker', leaseSeconds: null })
  // A timeout of the query is not one of the payout, so it is called back at the query's own address.
  const answerUrl = `${callbackUrl}/hooks/d/q/${token}`
  const { originatorConversationId, conversationId } = attempt
  const addresses = { resultUrl: answerUrl, timeoutUrl: answerUrl }
  const query = { originatorConversationId, conversationId, remarks: 'Earnings payout', ...addresses }
  return { rail, attemptRef, query }
}
