import type { Trx } from '@chuma/db/client'
import {
  type LockedPayment,
  lockPayment,
  type PaymentRef,
  updatePayment,
} from '@chuma/db/queries/premium/premium-payments'
import { claimReference } from '@chuma/db/queries/premium/premium-references'
import type { Deps } from '../deps.ts'
import { createPayoutToken } from '../payouts/callbacks/create-payout-token.ts'
import { isFinal } from '../state-machine.ts'
import type { Push, PushOutcome } from './collector.ts'
import { movePayment } from './move-payment.ts'
import { PUSH_LEASE_SECONDS, secondsToCheck } from './payment-schedule.ts'
import { paymentMachine } from './transitions.ts'

/**
 * Job: send the prompt, once. `sending` is committed first, so that a crash causes no second prompt: a member who
 * confirms two pays twice.
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
    await movePayment(trx, { ref, payment }, { to: 'failed', by: 'worker', resultDescription })
    return null
  }
  const { token, hash } = createPayoutToken()
  await claimReference(trx, ref, { kind: 'callback-token', value: hash })
  const lease = { nextCheckInSeconds: PUSH_LEASE_SECONDS }
  await movePayment(trx, { ref, payment }, { to: 'sending', by: 'worker', ...lease })
  return describePush(payment, `${deps.payouts.callbackUrl}/hooks/d/s/${token}`)
}

function describePush(
  { amountKes, mpesaNumber, accountReference }: LockedPayment,
  callbackUrl: string,
): Push {
  return { amountKes, msisdn: mpesaNumber, accountReference, description: 'Premium', callbackUrl }
}

/** If the callback came first, the answer only adds the id. */
async function recordPush(trx: Trx, ref: PaymentRef, outcome: PushOutcome): Promise<void> {
  const payment = await lockPayment(trx, ref)
  // A callback may have settled it already, with the same id.
  if (outcome.outcome === 'accepted' && !isFinal(paymentMachine, payment.state)) {
    const { checkoutRequestId } = outcome
    const isOurs = await claimReference(trx, ref, { kind: 'checkout', value: checkoutRequestId })
    if (isOurs) await updatePayment(trx, ref, { checkoutRequestId })
  }
  if (payment.state !== 'sending') return
  const by = 'worker'
  const nextCheckInSeconds = secondsToCheck(0)
  if (outcome.outcome === 'accepted') {
    return movePayment(trx, { ref, payment }, { to: 'waiting', by, nextCheckInSeconds })
  }
  const { code: resultCode } = outcome
  if (outcome.outcome === 'unknown') {
    const resultDescription = outcome.reason
    return movePayment(
      trx,
      { ref, payment },
      { to: 'unknown', by, resultCode, resultDescription, nextCheckInSeconds },
    )
  }
  // The provider's message here is about us; the member reads that no prompt was sent.
  const resultDescription =
    'M-Pesa did not take the request, so nothing was asked of you. Try again in a few minutes.'
  return movePayment(trx, { ref, payment }, { to: 'failed', by, resultCode, resultDescription })
}
