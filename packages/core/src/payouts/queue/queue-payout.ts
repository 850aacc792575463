import { randomBytes } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertAttempt, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { insertReference } from '@chuma/db/queries/payouts/payout-references'
import type { WithdrawalChange } from '@chuma/db/queries/payouts/payouts'
import { fixTax } from '../../books/tax/fix-tax.ts'
import type { Mover } from '../../state-machine.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import type { Payouts } from '../attempts/payouts.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { chooseRail } from '../rails/find-rail.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** `isAutomatic`: the owner's rule approved it, and its switch still stops it. */
type Queuing = WithdrawalChange & { payout: LockedPayout; by: Mover; isAutomatic?: boolean }

/**
 * Queue an approved withdrawal for payment. With a provider this writes the attempt with the one id for all its sends,
 * so that a crash cannot change it. A payout that has to wait gets its job from the sweep.
 */
export async function queuePayout(
  trx: Trx,
  payouts: Payouts,
  { payout, wait, isAutomatic = false, ...move }: Queuing,
): Promise<void> {
  const { ref, withdrawal, attempt } = payout
  const { leaseSeconds } = payouts
  const rail = chooseRail(payouts, withdrawal.method)
  // A person pays what is shown from now on. A worker fixes it again before it sends.
  const fixed = await fixTax(trx, payout)
  if (!rail || withdrawal.mpesaNumber === null) {
    return moveWithdrawal(trx, payout, { ...move, to: 'manual' })
  }
  const attemptRef = { ...ref, attemptNo: (attempt?.attemptNo ?? 0) + 1 }
  const originatorConversationId = createOriginatorId()
  await insertAttempt(trx, {
    ...attemptRef,
    provider: rail.name,
    originatorConversationId,
    amountKes: fixed?.payoutKes ?? withdrawal.payoutKes,
    mpesaNumber: withdrawal.mpesaNumber,
    isAutomatic,
    nextCheckInSeconds: leaseSeconds,
  })
  await insertReference(trx, attemptRef, { kind: 'originator', value: originatorConversationId })
  if (wait) await updateAttempt(trx, attemptRef, { nextCheckAt: wait.until })
  else await insertJob(trx, 'send-payout', ref)
  await moveWithdrawal(trx, payout, { ...move, ...(wait ? { wait } : {}), to: 'queued' })
}

/** Nineteen characters: Daraja documents "less than 20" in one place and longer ones in another. */
function createOriginatorId(): string {
  return `po_${Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('')}`
}
