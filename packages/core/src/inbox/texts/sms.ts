import type { Language } from '@chuma/contract/platform'
import type { Trx } from '@chuma/db/client'
import { type LockedText, type TextChange, updateTextState } from '@chuma/db/queries/texts'
import { type Mover, type StateMachine, takeStep } from '../../state-machine.ts'

/** `blocked`: the number gets no texts of ours · `number`: nobody has it · `network`: it could not deliver · `account`: our fault. */
type TextProblem = 'blocked' | 'number' | 'network' | 'account'

/**
 * The outcome of sending a text. `refused`: certainly not taken; `isFinal` if a retry would be refused too. `unknown`: it may have
 * been taken. A reason has up to 200 characters, without numbers and secrets.
 */
export type TextOutcome =
  | { outcome: 'accepted'; providerId: string | null; cost: string | null }
  | { outcome: 'refused'; isFinal: boolean; problem: TextProblem; reason: string }
  | { outcome: 'unknown'; reason: string }

/** `textId`: ours. */
export type OutgoingText = { to: string; text: string; textId: string }

export type TextTransport = {
  provider: 'africastalking' | 'captured'
  send: (text: OutgoingText) => Promise<TextOutcome>
}

/** What a network said about a text. `number` is null if the report names none. */
export type TextReport = { providerId: string; number: string | null } & (
  | { outcome: 'delivered' }
  | { outcome: 'undelivered'; problem: TextProblem; reason: string }
)

/** How texts reach phones. Only jobs send. */
export type Sms = {
  /** Null: no texts. Members prove their numbers by their first payment. */
  transport: TextTransport | null
  writeCode: (values: { code: string; productName: string; minutes: number; language: Language }) => string
  /** Parse a delivery report; null for what is none. */
  readReport: (body: string) => TextReport | null
}

type Move = TextChange & { to: TextState; by: Mover }

/** Move a text that the caller has locked. @throws for a step that is not in the table */
export async function moveText(trx: Trx, text: LockedText, { to, by, ...change }: Move): Promise<void> {
  const { state: from } = text
  await takeStep(textMachine, { from, to, by }, () => updateTextState(trx, text, { ...change, from, to }))
}

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
