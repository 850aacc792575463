export type RenderedMail = {
  to: string
  /** Where an answer goes, when it is not to us. */
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** `kind` is the name of the call that sends it. */
export type OutgoingMail = RenderedMail & { kind: string }

/**
 * What is known of a mail once it was handed over. `refused`: certainly not taken, and `isFinal` when another try would
 * hear the same. `unknown`: all of it went out, and no answer came back. A reason has up to 300 characters, and neither
 * address nor secret in it.
 */
export type MailOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; isFinal: boolean; reason: string }
  | { outcome: 'unknown'; reason: string }

export type Transport = {
  /** Of the sender's address: where Message-IDs of ours belong. */
  domain: string
  send: (mail: RenderedMail & { messageId: string }) => Promise<MailOutcome>
}
