export type RenderedMail = {
  to: string
  /** The reply address, if it is not ours. */
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** `kind` is the name of the function that sends the mail. */
export type OutgoingMail = RenderedMail & { kind: string }

/**
 * The outcome of sending a mail. `refused`: definitely not accepted, and `isFinal` if a retry would fail too. `unknown`: the
 * whole mail went out without an answer. A reason has up to 300 characters, without addresses and secrets.
 */
export type MailOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; isFinal: boolean; reason: string }
  | { outcome: 'unknown'; reason: string }

export type Transport = {
  /** The domain of the sender's address, for Message-IDs. */
  domain: string
  send: (mail: RenderedMail & { messageId: string }) => Promise<MailOutcome>
}
