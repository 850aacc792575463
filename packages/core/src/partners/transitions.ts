import type { LockedCredit } from '@chuma/db/queries/partners/credits'
import type { StateMachine } from '../state-machine.ts'

export type CreditState = LockedCredit['state']
export type CreditEffect = 'post reward' | 'post reversal'

/** No caller chooses these steps: partners' events and jobs do. Only this table guards them. */
export const creditMachine: StateMachine<CreditState, CreditEffect> = {
  name: 'Partner credit',
  refusal: null,
  states: {
    pending: "waits until the partner's hold is over",
    available: 'paid to the member',
    reversed: 'paid, and taken back by the partner',
    cancelled: 'never paid',
  },
  begins: [
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
    partner: [
      { from: ['pending'], to: 'cancelled', when: 'it takes the credit back during the hold' },
      { from: ['available'], to: 'reversed', when: 'it takes the credit back', does: ['post reversal'] },
    ],
    erasure: [{ from: ['pending'], to: 'cancelled', when: 'the account is erased during the hold' }],
  },
}
