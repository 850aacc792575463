import type { LockedReview } from '@chuma/db/queries/surveys/survey-reviews'
import type { StateMachine } from '../../state-machine.ts'

export type ReviewState = LockedReview['state']
export type ReviewEffect = 'post reward' | 'end hold' | 'extend hold' | 'tell member'

/** Only held and appealed rewards are not paid: every step to `paid` from them posts, and no other does. */
export const reviewMachine: StateMachine<ReviewState, ReviewEffect> = {
  name: 'Survey review',
  refusal: 'ALREADY_DECIDED',
  states: {
    doubtful: 'paid at once; its doubt delays a withdrawal',
    held: 'completed, its reward not paid yet',
    paid: 'paid, and nothing is in doubt',
    rejected: 'not paid, with a reason',
    appealed: 'rejected, and waits for the decision of somebody else',
  },
  begins: [
    { to: 'doubtful', by: 'member', when: 'the answers have mild quality flags' },
    { to: 'held', by: 'member', when: 'the answers have severe quality flags' },
  ],
  moves: {
    member: [{ from: ['rejected'], to: 'appealed', when: 'they have not appealed before' }],
    staff: [
      { from: ['doubtful'], to: 'paid', when: 'it is not their own' },
      {
        from: ['held'],
        to: 'held',
        when: 'it is not their own, was not kept before, and a reason is given',
        does: ['extend hold', 'tell member'],
      },
      {
        from: ['held'],
        to: 'paid',
        when: 'it is not their own',
        does: ['post reward', 'end hold', 'tell member'],
      },
      {
        from: ['held'],
        to: 'rejected',
        when: 'it is not their own, and a reason is given',
        does: ['end hold', 'tell member'],
      },
      {
        from: ['appealed'],
        to: 'paid',
        when: 'it is not their own, somebody else rejected it, and an answer is given',
        does: ['post reward', 'tell member'],
      },
      {
        from: ['appealed'],
        to: 'rejected',
        when: 'it is not their own, somebody else rejected it, and an answer is given',
        does: ['tell member'],
      },
    ],
    worker: [
      { from: ['doubtful'], to: 'paid', when: 'the time for a review is over' },
      {
        from: ['held'],
        to: 'paid',
        when: 'the time for a review is over',
        does: ['post reward', 'end hold'],
      },
    ],
    erasure: [{ from: ['held', 'appealed'], to: 'rejected', when: 'the account is erased' }],
  },
}
