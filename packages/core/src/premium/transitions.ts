import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import type { StateMachine } from '../state-machine.ts'

export type PaymentEffect = 'grant premium' | 'tell member'

const PAID = ['grant premium', 'tell member'] as const
/** The prompt was or may have been sent: a payment can still arrive, even long after it failed or expired. */
const UNDECIDED = ['sending', 'waiting', 'unknown', 'expired', 'failed'] as const

/**
 * The trigger guard_premium_payment also keeps `paid` and `closed` final; premium_payment_one_open allows one open
 * payment.
 */
export const paymentMachine: StateMachine<PremiumPaymentState, PaymentEffect> = {
  name: 'Premium payment',
  refusal: 'ALREADY_DECIDED',
  states: {
    asked: 'certainly not sent to the phone yet',
    sending: 'may have been sent to the phone',
    waiting: 'on its way to the phone',
    unknown: 'nobody knows whether the phone got it',
    expired: 'nobody answered in time, and a late payment still counts',
    paid: 'paid, and premium granted',
    failed: 'not paid, and a late payment still counts',
    review: 'a person has to find out',
    closed: 'ended by a person, without premium',
  },
  begins: [{ to: 'asked', by: 'member', when: 'no other payment of theirs is open' }],
  moves: {
    worker: [
      { from: ['asked'], to: 'sending', when: 'the prompt is about to leave' },
      { from: ['asked'], to: 'failed', when: 'its provider collects nothing any more' },
      { from: ['sending'], to: 'waiting', when: 'the provider accepts it' },
      { from: ['sending'], to: 'failed', when: 'the provider certainly did not take it' },
      { from: ['sending'], to: 'unknown', when: 'no clear answer came, or the sender died' },
      { from: ['waiting', 'unknown'], to: 'expired', when: 'the provider was asked often enough' },
    ],
    provider: [
      {
        from: UNDECIDED,
        to: 'paid',
        when: 'it confirms it when asked, and no less was reported',
        does: PAID,
      },
      { from: UNDECIDED, to: 'failed', when: 'it says so when asked, and no receipt was reported' },
      {
        from: [...UNDECIDED, 'review'],
        to: 'review',
        when: 'it contradicts itself, less came, the receipt is of another payment, or the account was erased',
      },
    ],
    staff: [
      {
        from: ['review'],
        to: 'paid',
        when: 'it is not their own, and the account was not erased',
        does: PAID,
      },
      { from: ['review'], to: 'closed', when: 'it is not their own' },
    ],
  },
}
