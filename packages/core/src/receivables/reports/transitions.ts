import type { DifferenceState } from '@chuma/db/queries/receivables/report-rows'
import type { StateMachine } from '../../state-machine.ts'

/** No step moves points or money: a report is what the partner says, and never pays or confirms a credit. */
export const differenceMachine: StateMachine<DifferenceState> = {
  name: 'Row of a partner’s report',
  refusal: 'ALREADY_DECIDED',
  states: {
    settled: 'says the same as our credit',
    open: 'differs from our credits and waits for staff',
    asked: 'the partner was asked to send the event again',
    explained: 'staff noted why it differs',
    accepted: 'staff noted that the partner is right',
    superseded: 'a later report says something else about the transaction',
  },
  begins: [
    { to: 'settled', by: 'worker', when: 'the import finds a credit that agrees' },
    { to: 'open', by: 'worker', when: 'the import finds none, or one that differs' },
  ],
  moves: {
    worker: [
      { from: ['open', 'asked'], to: 'settled', when: 'it is imported again, and agrees by now' },
      { from: ['open', 'asked'], to: 'superseded', when: 'a report has another row of the transaction' },
    ],
    staff: [
      { from: ['open'], to: 'asked', when: 'the partner is asked to send the event again' },
      { from: ['open', 'asked'], to: 'explained', when: 'they say why it differs' },
      { from: ['open', 'asked'], to: 'accepted', when: 'they say that the partner is right' },
    ],
  },
}
