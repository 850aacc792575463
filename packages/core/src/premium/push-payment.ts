import type { Trx } from '@chuma/db/client'
import {
  type LockedPayment,
  lockPayment,
  type PaymentRef,
  updatePayment,
} from '@chuma/db/queries/premium/premium-payments'
import { claimReference } from '@chuma/db/queries/premium/premium-references'
import type { Deps } from '../deps.ts'
import { createPayoutToken } from '../payouts/attempts/create-payout-token.ts'
import type { Push, PushOutcome } from './collector.ts'
import { PUSH_LEASE_SECONDS, secondsToCheck } from './payment-schedule.ts'

/**
 * Job: sends the prompt, once. `sending` is committed before it leaves, so a worker that dies leaves a doubt behind and not
 * a second prompt: a member who confirms two has paid twice.
 */
export async function pushPremiumPayment(deps: Deps, ref: PaymentRef): Promise<void> {
  const { collector } = deps
  const push = await deps.db.transaction().execute((trx) => beginPush(trx, deps, ref))
  if (!push || !collector) return
  const outcome = await collector.push(push)
  await deps.db.transaction().execute((trx) => recordPush(trx, ref, outcome))
}

async function beginPush(trx: Trx, deps: Deps, ref: PaymentRef): Promise<Push | null> {
  const payment = await lockPayment(trx, ref)
  if (payment.state !== 'asked') return null
  if (deps.collector?.name !== payment.provider) {
    const resultDescription =
      'M-Pesa payments were closed before the request went out. Nothing was asked of you.'
    await updatePayment(trx, ref, { state: 'failed', resultDescription, nextCheckInSeconds: null })
    return null
  }
  const { token, hash } = createPayoutToken()
  await claimReference(trx, ref, { kind: 'callback-token', value: hash })
  await updatePayment(trx, ref, { state: 'sending', nextCheckInSeconds: PUSH_LEASE_SECONDS })
  return describePush(payment, `${deps.payouts.callbackUrl}/hooks/d/s/${token}`)
}

function describePush(
  { amountKes, mpesaNumber, accountReference }: LockedPayment,
  callbackUrl: string,
): Push {
  return { amountKes, msisdn: mpesaNumber, accountReference, description: 'Premium', callbackUrl }
}

/** The call-back may have come first; then the answer adds the id and decides nothing. */
async function recordPush(trx: Trx, ref: PaymentRef, outcome: PushOutcome): Promise<void> {
  const { state } = await lockPayment(trx, ref)
  if (outcome.outcome === 'accepted') {
    const { checkoutRequestId } = outcome
    const isOurs = await claimReference(trx, ref, { kind: 'checkout', value: checkoutRequestId })
    if (isOurs) await updatePayment(trx, ref, { checkoutRequestId })
  }
  if (state !== 'sending') return
  if (outcome.outcome === 'accepted') {
    await updatePayment(trx, ref, { state: 'waiting', nextCheckInSeconds: secondsToCheck(0) })
    return
  }
  await updatePayment(trx, ref, {
    state: outcome.outcome === 'unknown' ? 'unknown' : 'failed',
    resultCode: outcome.code,
    // What the provider says here is about us; the member reads that nothing was asked of him.
    resultDescription:
      outcome.outcome === 'unknown'
        ? outcome.reason
        : 'M-Pesa did not take the request, so nothing was asked of you. Try again in a few minutes.',
    nextCheckInSeconds: outcome.outcome === 'unknown' ? secondsToCheck(0) : null,
  })
}
