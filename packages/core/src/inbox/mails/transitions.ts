import type { LockedMail } from '@chuma/db/queries/mail'
import type { Mail } from '../../mail.ts'
import type { StateMachine } from '../../state-machine.ts'

type Columns = Pick<LockedMail, 'state' | 'isSettled'>

/** A mail's state is two columns: a refusal is final once it is settled. */
export const mailColumns = {
  sending: { state: 'sending', isSettled: false },
  sent: { state: 'sent', isSettled: true },
  refused: { state: 'refused', isSettled: false },
  undeliverable: { state: 'refused', isSettled: true },
  unknown: { state: 'unknown', isSettled: true },
} as const satisfies Record<string, Columns>

export type MailState = keyof typeof mailColumns

export function stateOf({ state, isSettled }: Columns): MailState {
  return state === 'refused' && isSettled ? 'undeliverable' : state
}

/**
 * Mails by which someone notices that another person is in their account, or gets back into it. In doubt they are sent again, under the
 * same Message-ID: twice is a nuisance, never is a loss.
 */
export const REPEATABLE_MAILS: ReadonlySet<string> = new Set<keyof Mail>([
  'sendPasswordReset',
  'sendNewSignIn',
  'sendPasswordChanged',
  'sendPasskeyAdded',
  'sendPasskeyRemoved',
  'sendEmailChange',
  'sendEmailChangeNotice',
  'sendEmailChanged',
  'sendEmailUndone',
  'sendPayoutNumberAdded',
])

/** The trigger guard_mail_delivery also guards the steps, so that no mail is sent twice that may not be. */
export const mailMachine: StateMachine<MailState> = {
  name: 'Mail',
  refusal: null,
  states: {
    sending: 'handed to the mail server, or about to be',
    sent: 'accepted by the mail server',
    refused: 'not accepted; its job tries again',
    undeliverable: 'refused, and would be refused again',
    unknown: 'nobody knows whether it was accepted; sent again only if it may arrive twice',
  },
  begins: [{ to: 'sending', by: 'worker', when: 'its job has written it, before it leaves' }],
  moves: {
    worker: [
      { from: ['refused'], to: 'sending', when: 'its job tries again' },
      { from: ['unknown'], to: 'sending', when: 'its job tries again, and it may arrive twice' },
      {
        from: ['sending', 'unknown'],
        to: 'sent',
        when: 'the mail server accepts it, however late it says so',
      },
      { from: ['sending', 'unknown'], to: 'refused', when: 'the mail server refuses it for now' },
      { from: ['sending', 'unknown'], to: 'undeliverable', when: 'the mail server refuses it for good' },
      { from: ['sending', 'unknown'], to: 'unknown', when: 'no clear answer came, or the sender died' },
    ],
  },
}
