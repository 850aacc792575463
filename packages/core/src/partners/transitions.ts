import type { LockedCredit } from '@chuma/db/queries/partners/credits'
import type { StateMachine } from '../state-machine.ts'

export type CreditState = LockedCredit['state']
export type CreditEffect = 'post reward' | 'post reversal'

/** Staff choose what becomes of a credit in review; every other step is a partner's event or a job. Only this table guards them. */
export const creditMachine: StateMachine<CreditState, CreditEffect> = {
  name: 'Partner credit',
  refusal: 'ALREADY_DECIDED',
  states: {
    review:
      'waits for staff: the partner’s amount does not buy the promise, is above a ceiling of the day, or the partner owes too much',
    pending: "waits until the partner's hold is over",
    available: 'paid to the member',
    reversed: 'paid, and taken back by the partner',
    cancelled: 'never paid',
  },
  begins: [
    {
      to: 'review',
      by: 'partner',
      when: 'its amount, with those of the click’s other goals, does not buy the promise, it is above a ceiling of the day, or the partner would owe more than its ceiling',
    },
    { to: 'pending', by: 'partner', when: 'its scheme holds credits for some days' },
    {
      to: 'available',
      by: 'partner',
      when: 'its scheme holds nothing; the reward is posted with it. Or staff have granted a claim for the click, which it confirms',
    },
    { to: 'cancelled', by: 'partner', when: 'its reversal came first' },
  ],
  moves: {
    worker: [{ from: ['pending'], to: 'available', when: 'the hold is over', does: ['post reward'] }],
    staff: [
      { from: ['review'], to: 'pending', when: 'they pay it, and the hold is not over' },
      { from: ['review'], to: 'available', when: 'they pay it', does: ['post reward'] },
      {
        from: ['review'],
        to: 'cancelled',
        when: 'they reject it with a reason, or have paid the promise for another goal of the click',
      },
    ],
    partner: [
      {
        from: ['review'],
        to: 'pending',
        when: 'a later goal’s amount completes the promise, and the hold is not over',
      },
      {
        from: ['review'],
        to: 'available',
        when: 'a later goal’s amount completes the promise',
        does: ['post reward'],
      },
      {
        from: ['review', 'pending'],
        to: 'cancelled',
        when: 'it takes the credit back before it is paid, or later goals cover the promise without it',
      },
      { from: ['available'], to: 'reversed', when: 'it takes the credit back', does: ['post reversal'] },
    ],
    erasure: [
      { from: ['review', 'pending'], to: 'cancelled', when: 'the account is erased before it is paid' },
    ],
  },
}
