import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertGrant } from '@chuma/db/queries/premium/premium'
import {
  type LockedPayment,
  type PaymentChange,
  type PaymentRef,
  updatePaymentState,
} from '@chuma/db/queries/premium/premium-payments'
import { AppError } from '../app-error.ts'
import { bookPremium } from '../books/journal/book-premium.ts'
import { type Mover, takeStep } from '../state-machine.ts'
import { type PaymentEffect, paymentMachine } from './transitions.ts'

type Payment = {
  ref: PaymentRef
  payment: LockedPayment
  /** The member, locked before the payment. Only a step that grants premium needs them. */
  payer?: { email: string; timeZone: string } | undefined
}
type Move = PaymentChange & { to: PremiumPaymentState; by: Mover }

/**
 * Move a payment that the caller has locked, and grant the premium it pays for.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table, PREMIUM_STATE to grant it to an erased member
 */
export async function movePayment(
  trx: Trx,
  { ref, payment, payer }: Payment,
  { to, by, ...change }: Move,
): Promise<void> {
  const from = payment.state
  const effects = await takeStep(paymentMachine, { from, to, by }, () =>
    updatePaymentState(trx, ref, { ...change, from, to }),
  )
  if (to === 'paid') await bookPremium(trx, ref, payment)
  for (const effect of effects) {
    if (!payer) throw new AppError('PREMIUM_STATE')
    await bringAbout[effect](trx, { ...ref, ...payer, months: payment.months })
  }
}

type Paid = PaymentRef & { email: string; timeZone: string; months: number }

const bringAbout: Record<PaymentEffect, (trx: Trx, paid: Paid) => Promise<unknown>> = {
  'grant premium': (trx, { memberId, paymentId, months, timeZone }) => {
    const reason = 'Paid by M-Pesa'
    const sourceKey = `payment:${paymentId}`
    return insertGrant(
      trx,
      { memberId, sourceKey, kind: 'payment', months, reason, actor: 'system' },
      timeZone,
    )
  },
  'tell member': (trx, { memberId, email }) => insertJob(trx, 'send-premium-started', { memberId, email }),
}
