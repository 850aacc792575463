import type { LockedText } from '@chuma/db/queries/texts'
import type { StateMachine } from '../../state-machine.ts'

export type TextState = LockedText['state']

/** The trigger guard_sms_delivery also guards the steps, so that no text is sent twice. */
export const textMachine: StateMachine<TextState> = {
  name: 'Text',
  refusal: null,
  states: {
    sending: 'handed to the provider, or about to be',
    sent: 'taken by the provider',
    refused: 'not taken; its job tries again',
    failed: 'refused for good',
    unknown: 'nobody knows whether it was taken; never sent again',
    delivered: 'on the phone, as the network says',
    undelivered: 'not delivered, as the network says',
  },
  begins: [{ to: 'sending', by: 'worker', when: 'its job has written it, before it leaves' }],
  moves: {
    worker: [
      { from: ['refused'], to: 'sending', when: 'its job tries again' },
      { from: ['sending', 'unknown'], to: 'sent', when: 'the provider takes it, however late it says so' },
      { from: ['sending', 'unknown'], to: 'refused', when: 'the provider refuses it for now' },
      { from: ['sending', 'unknown'], to: 'failed', when: 'the provider refuses it for good' },
      { from: ['sending', 'unknown'], to: 'unknown', when: 'no clear answer came, or the sender died' },
    ],
    provider: [
      // Reports come in any order: a text that reached the phone stays delivered.
      {
        from: ['sending', 'sent', 'unknown', 'undelivered'],
        to: 'delivered',
        when: 'a report of success comes',
      },
      { from: ['sending', 'sent', 'unknown'], to: 'undelivered', when: 'a report of failure comes' },
    ],
  },
}
