import type { Language } from '@chuma/contract/languages'

/** `blocked`: the number gets no texts of ours · `number`: nobody has it · `network`: it could not deliver · `account`: our fault. */
export type TextProblem = 'blocked' | 'number' | 'network' | 'account'

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
