import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import type { Trx } from '@chuma/db/client'
import { lockPremium } from '@chuma/db/queries/premium/premium'
import { getPayment, lockPayment, type PaymentRef } from '@chuma/db/queries/premium/premium-payments'
import type { Deps } from '../deps.ts'
import { canMove } from '../state-machine.ts'
import type { PushStatus } from './collector.ts'
import { movePayment } from './move-payment.ts'
import { paymentMachine } from './transitions.ts'

/**
 * Job: query the status of a prompt, which is the only proof. A payment grants premium once, however late and often it is
 * reported. Does nothing until the prompt's id is known.
 */
export async function checkPremiumPayment(deps: Deps, ref: PaymentRef): Promise<void> {
  const { state, provider, checkoutRequestId } = await getPayment(deps.db, ref)
  if (!canBePaid(state) || checkoutRequestId === null || deps.collector?.name !== provider) return
  const status = await deps.collector.query(checkoutRequestId)
  if (status.outcome === 'pending') return
  const { timeZone } = await deps.economy()
  await deps.db.transaction().execute((trx) => applyStatus(trx, ref, { status, timeZone }))
}

const canBePaid = (from: PremiumPaymentState) => canMove(paymentMachine, { from, to: 'paid', by: 'provider' })

type Answer = { status: Exclude<PushStatus, { outcome: 'pending' }>; timeZone: string }

async function applyStatus(trx: Trx, ref: PaymentRef, { status, timeZone }: Answer): Promise<void> {
  // Erasure locks in the same order: the member before the payment.
  const member = await lockPremium(trx, ref.memberId)
  const payment = await lockPayment(trx, ref)
  if (!canBePaid(payment.state)) return
  const by = 'provider'
  const review = (resultDescription: string) =>
    movePayment(trx, { ref, payment }, { to: 'review', by, resultDescription })

  if (status.outcome === 'failed') {
    const { code: resultCode, description: resultDescription } = status
    return payment.receipt === null
      ? movePayment(trx, { ref, payment }, { to: 'failed', by, resultCode, resultDescription })
      : review(`Reported as paid, and on asking as failed: ${resultDescription}`)
  }
  if (!member) return review('Paid by a member whose account was deleted')
  if (payment.reportedKes !== null && payment.reportedKes < payment.amountKes) {
    return review(`KES ${payment.reportedKes} came in place of KES ${payment.amountKes}`)
  }
  const payer = { email: member.email, timeZone }
  await movePayment(
    trx,
    { ref, payment, payer },
    { to: 'paid', by, resultCode: null, resultDescription: null },
  )
}
