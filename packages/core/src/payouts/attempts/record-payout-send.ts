import type { Trx } from '@chuma/db/client'
import { type AttemptRef, type LockedAttempt, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { insertReference } from '@chuma/db/queries/payouts/payout-references'
import type { Deps } from '../../deps.ts'
import { moveAttempt, moveWithdrawal } from '../move-payout.ts'
import { stopQueueFor } from '../queue/stop-queue.ts'
import { applyAnswer } from './apply-answer.ts'
import { lockPayout } from './lock-payout.ts'
import type { SendOutcome } from './payouts.ts'

/**
 * Record the immediate answer to a send, and return whether the payout waits to be sent again. If the result came first
 * or the lease is over, the answer only adds an id. A problem that affects all payouts stops the queue in any case.
 */
export async function recordPayoutSend(
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
  if (named.conversationId) {
    await insertReference(trx, ref, { kind: 'conversation', value: named.conversationId })
  }
  const isStopped = outcome.outcome === 'not-sent' && outcome.stopQueue
  if (isStopped) await stopQueueFor(trx, attempt.provider, outcome)
  if (attempt.state !== 'sending') {
    // Others have decided, and need not wait for this sender any longer.
    const isDecided = attempt.state !== 'prepared'
    if (isDecided || named.conversationId) {
      await updateAttempt(trx, ref, { ...named, ...(isDecided && { leaseSeconds: null }) })
    }
    await applySaid(trx, deps, { ref, outcome })
    return false
  }
  const isBusy = outcome.outcome === 'not-sent' && outcome.isBusy
  const [state, withdrawalState] = nextStates(outcome, attempt)
  await moveAttempt(
    trx,
    { ref, attempt },
    {
      to: state,
      by: 'worker',
      leaseSeconds: null,
      ...named,
      ...(isBusy && { wasAsked: isBusy }),
      nextCheckInSeconds: state === 'prepared' ? payouts.leaseSeconds : (payouts.checkAfterSeconds[0] ?? 0),
      ...(outcome.outcome === 'accepted'
        ? {}
        : { resultCode: outcome.code, resultDescription: outcome.reason }),
    },
  )
  await moveWithdrawal(trx, payout, { to: withdrawalState, by: 'worker' })
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
