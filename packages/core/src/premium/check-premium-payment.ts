import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertGrant, lockPremium } from '@chuma/db/queries/premium/premium'
import {
  getPayment,
  lockPayment,
  type PaymentRef,
  updatePayment,
} from '@chuma/db/queries/premium/premium-payments'
import type { Deps } from '../deps.ts'
import type { PushStatus } from './collector.ts'

/**
 * Job: asks the provider what became of a prompt, and believes nothing else. Premium is granted once for a payment,
 * however late and however often the answer comes. Without the prompt's id there is nothing to ask with yet.
 */
export async function checkPremiumPayment(deps: Deps, ref: PaymentRef): Promise<void> {
  const { state, provider, checkoutRequestId } = await getPayment(deps.db, ref)
  const isSettled = state === 'paid' || state === 'closed' || state === 'review'
  if (isSettled || checkoutRequestId === null || deps.collector?.name !== provider) return
  const status = await deps.collector.query(checkoutRequestId)
  if (status.outcome === 'pending') return
  const { timeZone } = await deps.economy()
  await deps.db.transaction().execute((trx) => applyStatus(trx, ref, { status, timeZone }))
}

type Answer = { status: Exclude<PushStatus, { outcome: 'pending' }>; timeZone: string }

async function applyStatus(trx: Trx, ref: PaymentRef, { status, timeZone }: Answer): Promise<void> {
  // The member before his payment, as whoever erases him goes.
  const member = await lockPremium(trx, ref.memberId)
  const payment = await lockPayment(trx, ref)
  if (payment.state === 'paid' || payment.state === 'closed' || payment.state === 'review') return
  const review = (resultDescription: string) =>
    updatePayment(trx, ref, { state: 'review', resultDescription, nextCheckInSeconds: null })

  if (status.outcome === 'failed') {
    if (payment.receipt !== null)
      return review(`Reported as paid, and on asking as failed: ${status.description}`)
    return updatePayment(trx, ref, {
      state: 'failed',
      resultCode: status.code,
      resultDescription: status.description,
      nextCheckInSeconds: null,
    })
  }
  if (!member) return review('Paid by a member whose account was deleted')
  if (payment.reportedKes !== null && payment.reportedKes < payment.amountKes) {
    return review(`KES ${payment.reportedKes} came in place of KES ${payment.amountKes}`)
  }
  await grantPaid(trx, ref, { member, months: payment.months, timeZone })
}

type Paid = { member: { email: string }; months: number; timeZone: string }

/** The caller has locked the member and the payment, and knows that the money came. */
export async function grantPaid(
  trx: Trx,
  { memberId, paymentId }: PaymentRef,
  { member, months, timeZone }: Paid,
): Promise<void> {
  const grant = {
    memberId,
    sourceKey: `payment:${paymentId}`,
    kind: 'payment',
    months,
    reason: 'Paid by M-Pesa',
    actor: 'system',
  } as const
  await insertGrant(trx, grant, timeZone)
  await updatePayment(
    trx,
    { memberId, paymentId },
    { state: 'paid', resultCode: null, resultDescription: null },
  )
  await insertJob(trx, 'send-premium-started', { memberId, email: member.email })
}
