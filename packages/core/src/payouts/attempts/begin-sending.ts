import type { Trx } from '@chuma/db/client'
import { type AttemptRef, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { findOpenPause } from '@chuma/db/queries/payouts/payout-pauses'
import { lockQueue } from '@chuma/db/queries/payouts/payout-queue'
import { updateWithdrawal } from '@chuma/db/queries/payouts/payouts'
import { holdPayout } from '../queue/hold-payout.ts'
import { type Limits, limitPayout } from '../queue/limit-payout.ts'
import { lockPayout } from './lock-payout.ts'
import type { Payouts } from './payouts.ts'

type Options = { payouts: Payouts; limits: Limits; ref: AttemptRef }

/** How long a paused member's payout is left alone. The end of the pause brings it a job at once. */
const PAUSED_SECONDS = 3600

/**
 * The step after which money may have left: true once for each attempt, and only if nothing speaks against it at the moment
 * of the commit. A stop, a pause, a rejection and the day's sums are all read under their locks.
 */
export async function beginSending(trx: Trx, { payouts, limits, ref }: Options): Promise<boolean> {
  const { provider, leaseSeconds } = payouts
  const { memberId, withdrawalId, attemptNo } = ref
  const { attempt } = await lockPayout(trx, ref)
  // Another worker may have sent it meanwhile, or a person may have rejected it.
  if (!provider || attempt?.attemptNo !== attemptNo || attempt.state !== 'prepared') return false
  if (await findOpenPause(trx, memberId)) {
    await updateAttempt(trx, ref, { nextCheckInSeconds: PAUSED_SECONDS })
    return false
  }
  if ((await lockQueue(trx, provider.name)).isStopped) return false

  const verdict = await limitPayout(trx, { memberId, provider: provider.name, attempt, limits })
  if (verdict !== 'pass') {
    if ('wait' in verdict) await holdPayout(trx, ref, verdict.wait)
    else await giveUp(trx, ref, verdict.never)
    return false
  }
  await updateAttempt(trx, ref, { state: 'sending', leaseSeconds, nextCheckInSeconds: leaseSeconds })
  await updateWithdrawal(trx, { memberId, withdrawalId }, { payoutState: 'sending' })
  return true
}

/** Nothing was sent: a person raises the limit and tries again, pays it another way, or gives the points back. */
async function giveUp(trx: Trx, { attemptNo, ...ref }: AttemptRef, reason: string): Promise<void> {
  await updateAttempt(trx, { ...ref, attemptNo }, { state: 'not_sent', resultDescription: reason })
  await updateWithdrawal(trx, ref, { payoutState: 'needs_review' })
}
