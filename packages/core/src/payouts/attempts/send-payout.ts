import { setTimeout } from 'node:timers/promises'
import type { Trx } from '@chuma/db/client'
import { type AttemptRef, findUnsent } from '@chuma/db/queries/payouts/payout-attempts'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'
import { moveAttempt, movePayout, moveWithdrawal } from '../move-payout.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import { stopQueueFor } from '../queue/stop-queue.ts'
import { chooseRail } from '../rails/find-rail.ts'
import { beginSending } from './begin-sending.ts'
import { lockPayout } from './lock-payout.ts'
import type { Payouts } from './payouts.ts'
import { readDeadline, TOO_LATE } from './read-deadline.ts'
import { recordPayoutSend } from './record-payout-send.ts'

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
