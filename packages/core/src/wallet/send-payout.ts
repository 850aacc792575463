import type { Trx } from '@chuma/db/client'
import { type AttemptRef, updateAttempt } from '@chuma/db/queries/payout-attempts'
import { insertReference } from '@chuma/db/queries/payout-references'
import { updateWithdrawal, type WithdrawalRef } from '@chuma/db/queries/payouts'
import type { Deps } from '../deps.ts'
import { createPayoutToken } from './create-payout-token.ts'
import { lockPayout } from './lock-payout.ts'
import type { Payment, Payouts } from './payouts.ts'
import { recordPayoutSend } from './record-payout-send.ts'

type Order = { attemptRef: AttemptRef; payment: Payment }

/**
 * Sends one approved withdrawal's money. Run it as often as you like, from as many workers: money leaves only after
 * the step from `prepared` to `sending` was committed, and that step is taken once. A worker that dies after it leaves
 * `sending` behind, which is never sent again; one that dies before it leaves `prepared`, which is.
 * @throws when nothing was sent and it is worth another try.
 */
export async function sendPayout(deps: Deps, ref: WithdrawalRef): Promise<void> {
  const { provider } = deps.payouts
  const order = await deps.db.transaction().execute((trx) => writeOrder(trx, deps.payouts, ref))
  if (!order || !provider) return

  const readiness = await provider.prepare()
  if (readiness.outcome !== 'ready') {
    throw new Error(`payout ${ref.withdrawalId} waits: ${readiness.code} ${readiness.reason}`)
  }
  if (!(await deps.db.transaction().execute((trx) => beginSending(trx, deps.payouts, order.attemptRef))))
    return

  const outcome = await provider.send(order.payment)
  const isWaiting = await deps.db
    .transaction()
    .execute((trx) => recordPayoutSend(trx, deps.payouts, { ref: order.attemptRef, outcome }))
  if (isWaiting && outcome.outcome === 'not-sent') {
    throw new Error(`payout ${ref.withdrawalId} was not taken: ${outcome.code} ${outcome.reason}`)
  }
}

/** The addresses of an earlier run are lost, as only their hashes were kept. They stay valid beside the new ones. */
async function writeOrder(trx: Trx, payouts: Payouts, ref: WithdrawalRef): Promise<Order | null> {
  const { withdrawal, attempt } = await lockPayout(trx, ref)
  if (attempt?.state !== 'prepared') return null
  const attemptRef = { ...ref, attemptNo: attempt.attemptNo }
  const { provider, callbackUrl, leaseSeconds } = payouts
  if (!provider?.methods.includes(withdrawal.method)) {
    // The operator went over to paying by hand.
    await updateAttempt(trx, attemptRef, {
      state: 'not_sent',
      resultDescription: 'No provider pays this any more',
    })
    await updateWithdrawal(trx, ref, { payoutState: 'manual' })
    return null
  }
  const [result, timeout] = [createPayoutToken(), createPayoutToken()]
  await insertReference(trx, attemptRef, { kind: 'result-token', value: result.hash })
  await insertReference(trx, attemptRef, { kind: 'timeout-token', value: timeout.hash })
  await updateAttempt(trx, attemptRef, {
    provider: provider.name,
    leaseSeconds,
    nextCheckInSeconds: leaseSeconds,
  })
  const payment = {
    originatorConversationId: attempt.originatorConversationId,
    amountKes: attempt.amountKes,
    msisdn: attempt.mpesaNumber,
    remarks: 'Earnings payout',
    occasion: attempt.originatorConversationId,
    resultUrl: `${callbackUrl}/hooks/d/r/${result.token}`,
    timeoutUrl: `${callbackUrl}/hooks/d/t/${timeout.token}`,
  }
  return { attemptRef, payment }
}

async function beginSending(trx: Trx, { leaseSeconds }: Payouts, ref: AttemptRef): Promise<boolean> {
  const { attempt } = await lockPayout(trx, ref)
  // Another worker may have sent it meanwhile, or a person may have rejected it.
  if (attempt?.attemptNo !== ref.attemptNo || attempt.state !== 'prepared') return false
  await updateAttempt(trx, ref, { state: 'sending', leaseSeconds, nextCheckInSeconds: leaseSeconds })
  await updateWithdrawal(trx, ref, { payoutState: 'sending' })
  return true
}
