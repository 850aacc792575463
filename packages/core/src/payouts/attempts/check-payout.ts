import type { Trx } from '@chuma/db/client'
import { type AttemptRef, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { insertReference } from '@chuma/db/queries/payouts/payout-references'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'
import { createPayoutToken } from '../callbacks/create-payout-token.ts'
import { movePayout } from '../move-payout.ts'
import { stopQueueFor } from '../queue/stop-queue.ts'
import { findRail } from '../rails/find-rail.ts'
import { applyAnswer } from './apply-answer.ts'
import { lockPayout } from './lock-payout.ts'
import type { PayoutProvider, Payouts, StatusQuery } from './payouts.ts'
import { reviewPayout } from './review-payout.ts'

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
