import { setTimeout } from 'node:timers/promises'
import type { Trx } from '@chuma/db/client'
import { type AttemptRef, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import { insertReference } from '@chuma/db/queries/payouts/payout-references'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { fixTax } from '../../books/tax/fix-tax.ts'
import type { Deps } from '../../deps.ts'
import { createPayoutToken } from '../callbacks/create-payout-token.ts'
import { moveAttempt, movePayout, moveWithdrawal } from '../move-payout.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import { stopQueueFor } from '../queue/stop-queue.ts'
import { chooseRail } from '../rails/find-rail.ts'
import { beginSending } from './begin-sending.ts'
import { lockPayout } from './lock-payout.ts'
import type { Payment, PayoutProvider, Payouts } from './payouts.ts'
import { readDeadline, TOO_LATE } from './read-deadline.ts'
import { recordPayoutSend } from './record-payout-send.ts'

type Order = { rail: PayoutProvider; attemptRef: AttemptRef; payment: Payment }

/**
 * Send an approved withdrawal's money. Safe to repeat and to run concurrently: money leaves only after the step from
 * `prepared` to `sending`, which is taken once, and while its lease lasts, so that a process that was suspended sends nothing
 * that others have decided about. After a crash `sending` is never sent again, `prepared` is. While the queue is stopped, or beyond a limit, it stays prepared for the sweep.
 * @throws if nothing was sent and a retry is useful
 */
export async function sendPayout(deps: Deps, ref: WithdrawalRef): Promise<void> {
  const { db, payouts, secrets } = deps
  const order = await db.transaction().execute((trx) => writeOrder(trx, payouts, ref))
  if (!order) return

  const { rail } = order
  const readiness = await rail.prepare()
  if (readiness.outcome !== 'ready') {
    if (readiness.stopQueue) {
      return db.transaction().execute((trx) => stopQueueFor(trx, rail.name, readiness))
    }
    throw new Error(`payout ${ref.withdrawalId} waits: ${readiness.code} ${readiness.reason}`)
  }
  const limits = await deps.economy()
  const step = { payouts, secrets, limits, ref: order.attemptRef }
  const turn = await db.transaction().execute((trx) => beginSending(trx, step))
  if (!turn) return
  if (turn.waitMs > 0) await setTimeout(turn.waitMs)

  const mayWrite = await readDeadline(db, order.attemptRef)
  const outcome = mayWrite() ? await rail.send(order.payment, mayWrite) : TOO_LATE
  const isWaiting = await db
    .transaction()
    .execute((trx) => recordPayoutSend(trx, deps, { ref: order.attemptRef, outcome }))
  if (isWaiting && outcome.outcome === 'not-sent') {
    throw new Error(`payout ${ref.withdrawalId} was not taken: ${outcome.code} ${outcome.reason}`)
  }
}

/**
 * Earlier runs' callback addresses cannot be reused, because only hashes are stored; they stay valid besides the new
 * ones.
 */
async function writeOrder(trx: Trx, payouts: Payouts, ref: WithdrawalRef): Promise<Order | null> {
  const payout = await lockPayout(trx, ref)
  const { withdrawal, attempt } = payout
  // After too much traffic the payout waits, whichever job finds it.
  if (attempt?.state !== 'prepared' || withdrawal.isBackingOff) return null
  const attemptRef = { ...ref, attemptNo: attempt.attemptNo }
  const { callbackUrl, leaseSeconds } = payouts
  const rail = chooseRail(payouts, withdrawal.method)
  if (rail?.name !== attempt.provider) {
    // The operator changed to another provider, or to payments by hand. Its attempt stays the old one's, which may still speak of it.
    const resultDescription = `${attempt.provider} gets no new payments`
    if (attempt.wasAsked) {
      // It may have taken it: the next check queries it, or leaves it to a person.
      const move = { to: 'unknown', by: 'worker', resultDescription, nextCheckInSeconds: 0 } as const
      await movePayout(trx, { ...payout, attempt }, move)
      return null
    }
    await moveAttempt(trx, { ref, attempt }, { to: 'not_sent', by: 'worker', resultDescription })
    if (rail) await queuePayout(trx, payouts, { payout, by: 'worker', isAutomatic: attempt.isAutomatic })
    else await moveWithdrawal(trx, payout, { to: 'manual', by: 'worker' })
    return null
  }
  // Ends here for most payouts of a stopped queue; the decisive check is under the queue's lock.
  if (await isQueueStopped(trx, rail.name)) return null
  const fixed = await fixTax(trx, ref)
  const [result, timeout] = [createPayoutToken(), createPayoutToken()]
  await insertReference(trx, attemptRef, { kind: 'result-token', value: result.hash })
  await insertReference(trx, attemptRef, { kind: 'timeout-token', value: timeout.hash })
  await updateAttempt(trx, attemptRef, { leaseSeconds, nextCheckInSeconds: leaseSeconds })
  const payment = {
    originatorConversationId: attempt.originatorConversationId,
    amountKes: fixed?.payoutKes ?? attempt.amountKes,
    msisdn: attempt.mpesaNumber,
    remarks: 'Earnings payout',
    occasion: attempt.originatorConversationId,
    resultUrl: `${callbackUrl}/hooks/d/r/${result.token}`,
    timeoutUrl: `${callbackUrl}/hooks/d/t/${timeout.token}`,
  }
  return { rail, attemptRef, payment }
}
