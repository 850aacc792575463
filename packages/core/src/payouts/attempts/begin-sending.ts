import type { Trx } from '@chuma/db/client'
import { lockSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { type AttemptRef, type LockedAttempt, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { lockRails, takeTurn } from '@chuma/db/queries/payouts/payout-queue'
import { insertReferences } from '@chuma/db/queries/payouts/payout-references'
import { fixTax } from '../../books/tax/fix-tax.ts'
import type { Deps } from '../../deps.ts'
import { returnToStaff } from '../automatic/return-to-staff.ts'
import { createPayoutToken } from '../callbacks/create-payout-token.ts'
import { evaluateHolds } from '../holds/evaluate-holds.ts'
import type { HoldTerms } from '../holds/hold-rules.ts'
import { waitFor } from '../holds/wait-for-holds.ts'
import { movePayout, moveWithdrawal } from '../move-payout.ts'
import { holdPayout } from '../queue/hold-payout.ts'
import { type Limits, limitPayout } from '../queue/limit-payout.ts'
import { giveUpAttempt } from './give-up-attempt.ts'
import { type LockedPayout, lockPayout } from './lock-payout.ts'
import type { Payment } from './payouts.ts'

type Options = Pick<Deps, 'payouts' | 'secrets'> & { limits: Limits & HoldTerms; ref: AttemptRef }

/** How long a paused member's payout waits. The end of the pause queues a job immediately. */
const PAUSED_SECONDS = 3600

/** The longest that a worker waits for its turn, with its lease running. Others look again later. */
const MOST_WAIT_MS = 1000

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
  const amountKes = (await fixTax(trx, payout))?.payoutKes ?? attempt.amountKes

  const { provider } = attempt
  if ((await lockRails(trx, provider)).isStopped) return null
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
  return { ...turn, payment: await writePayment(trx, options, { ...attempt, amountKes }) }
}

/** Whether a pause or a hold keeps this member's payouts back. Then the payout waits for its end. */
async function isMemberHeld(
  trx: Trx,
  payout: Unsent,
  { ref, secrets, limits: terms }: Options,
): Promise<boolean> {
  if (payout.withdrawal.isPaused) {
    await updateAttempt(trx, ref, { nextCheckInSeconds: PAUSED_SECONDS })
    return true
  }
  const { open, now } = await evaluateHolds(trx, { deps: { secrets }, ref, terms })
  if (open.length > 0) await holdPayout(trx, payout, waitFor(open, now))
  return open.length > 0
}

/**
 * Earlier runs' callback addresses cannot be reused, because only hashes are stored; they stay valid besides the new
 * ones.
 */
async function writePayment(
  trx: Trx,
  { payouts: { callbackUrl }, ref }: Options,
  { originatorConversationId, amountKes, mpesaNumber }: LockedAttempt,
): Promise<Payment> {
  const [result, timeout] = [createPayoutToken(), createPayoutToken()]
  await insertReferences(trx, ref, [
    { kind: 'result-token', value: result.hash },
    { kind: 'timeout-token', value: timeout.hash },
  ])
  return {
    originatorConversationId,
    amountKes,
    msisdn: mpesaNumber,
    remarks: 'Earnings payout',
    occasion: originatorConversationId,
    resultUrl: `${callbackUrl}/hooks/d/r/${result.token}`,
    timeoutUrl: `${callbackUrl}/hooks/d/t/${timeout.token}`,
  }
}

/** Nothing leaves: staff raise the limit and retry, pay it differently, or return the points. */
async function giveUp(trx: Trx, payout: Unsent, resultDescription: string): Promise<void> {
  await giveUpAttempt(trx, payout, { by: 'worker', resultDescription })
  await moveWithdrawal(trx, payout, { to: 'needs_review', by: 'worker' })
}
