import type { Trx } from '@chuma/db/client'
import { lockSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { type AttemptRef, type LockedAttempt, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { findOpenPause } from '@chuma/db/queries/payouts/payout-pauses'
import { takeTurn } from '@chuma/db/queries/payouts/payout-queue'
import type { Deps } from '../../deps.ts'
import { returnToStaff } from '../automatic/return-to-staff.ts'
import { evaluateHolds } from '../holds/evaluate-holds.ts'
import type { HoldTerms } from '../holds/hold-rules.ts'
import { waitFor } from '../holds/wait-for-holds.ts'
import { movePayout, moveWithdrawal } from '../move-payout.ts'
import { holdPayout } from '../queue/hold-payout.ts'
import { type Limits, limitPayout } from '../queue/limit-payout.ts'
import { lockRails } from '../queue/lock-rails.ts'
import { giveUpAttempt } from './give-up-attempt.ts'
import { type LockedPayout, lockPayout } from './lock-payout.ts'

type Options = Pick<Deps, 'payouts' | 'secrets'> & { limits: Limits & HoldTerms; ref: AttemptRef }

/** How long a paused member's payout waits. The end of the pause queues a job immediately. */
const PAUSED_SECONDS = 3600

/** The longest that a worker waits for its turn, with its lease running. Others look again later. */
const MOST_WAIT_MS = 1000

/** How long to wait before the payment is sent, at the provider's rate. */
type Turn = { waitMs: number }

/**
 * Take the step after which money may have left: a turn once per attempt, and only if nothing forbids it at the commit. A
 * stop, a pause, a hold, a rejection, the switch of automatic payout and the day's sums are read under their locks.
 */
export async function beginSending(
  trx: Trx,
  { payouts, secrets, limits, ref }: Options,
): Promise<Turn | null> {
  const { leaseSeconds } = payouts
  const { memberId, attemptNo } = ref
  const locked = await lockPayout(trx, ref)
  const { attempt } = locked
  // Another worker may have sent it, or a person may have rejected it.
  if (attempt?.attemptNo !== attemptNo || attempt.state !== 'prepared') return null
  const payout = { ...locked, attempt }
  if (await findOpenPause(trx, memberId)) {
    await updateAttempt(trx, ref, { nextCheckInSeconds: PAUSED_SECONDS })
    return null
  }
  const { open, now } = await evaluateHolds(trx, { deps: { secrets }, ref, terms: limits })
  if (open.length > 0) {
    await holdPayout(trx, payout, waitFor(open, now))
    return null
  }
  const { provider } = attempt
  if ((await lockRails(trx, provider)).isStopped) return null
  if (attempt.isAutomatic && (await lockSwitch(trx, 'share')).isTripped) {
    await returnToStaff(trx, payout)
    return null
  }

  const verdict = await limitPayout(trx, { memberId, provider, attempt, limits })
  if (verdict !== 'pass') {
    if ('wait' in verdict) await holdPayout(trx, payout, verdict.wait)
    else await giveUp(trx, payout, verdict.never)
    return null
  }
  const turn = await takeTurn(trx, provider, { perSecond: payouts.perSecond, mostMs: MOST_WAIT_MS })
  if ('notForMs' in turn) {
    await updateAttempt(trx, ref, { nextCheckInSeconds: Math.ceil(turn.notForMs / 1000) })
    return null
  }
  await movePayout(trx, payout, {
    to: 'sending',
    by: 'worker',
    leaseSeconds,
    nextCheckInSeconds: leaseSeconds,
  })
  return turn
}

/** Nothing leaves: staff raise the limit and retry, pay it differently, or return the points. */
async function giveUp(
  trx: Trx,
  payout: LockedPayout & { attempt: LockedAttempt },
  resultDescription: string,
): Promise<void> {
  await giveUpAttempt(trx, payout, { by: 'worker', resultDescription })
  await moveWithdrawal(trx, payout, { to: 'needs_review', by: 'worker' })
}
