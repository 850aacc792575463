/** `to`: 254 and nine digits. `textId`: ours. */
export type Text = { to: string; text: string; textId: string }

/**
 * Why a text did not go out. `blocked`: the number gets no texts of ours · `number`: nobody has it, or it takes no texts ·
 * `network`: the network could not deliver it · `account`: our account, key or sender is at fault.
 */
export type TextProblem = 'blocked' | 'number' | 'network' | 'account'

/**
 * The outcome of sending a text. `accepted`: it is on its way. `refused`: certainly not taken; `isFinal` if a retry would be
 * refused too. `unknown`: it may have been taken, and is never sent again. A reason has up to 200 characters, without numbers
 * and secrets. `cost` as the provider writes it, such as KES 0.8000.
 */
export type TextOutcome =
  | { outcome: 'accepted'; providerId: string | null; cost: string | null }
  | { outcome: 'refused'; isFinal: boolean; problem: TextProblem; reason: string }
  | { outcome: 'unknown'; reason: string }

export type TextTransport = {
  provider: 'africastalking' | 'captured'
  send: (text: Text) => Promise<TextOutcome>
}
