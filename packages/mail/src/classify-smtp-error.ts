import type { NodemailerError } from 'nodemailer'
import type { MailOutcome } from './transport.ts'

/**
 * Whether a mail that failed may have been delivered after all. A refusal in the server's own words settles it, as does
 * a failure before all of the mail `wentOut`. After that a broken connection says nothing: the library reports one with
 * the same code as a connection that never came about.
 */
export function classifySmtpError(error: unknown, wentOut: boolean): MailOutcome {
  const failure: Partial<NodemailerError> = error instanceof Error ? error : {}
  const reason = describe(failure)
  const replyClass = Math.floor((failure.responseCode ?? 0) / 100)
  if (replyClass === 4 || replyClass === 5) {
    return { outcome: 'refused', isFinal: isFinal(failure), reason }
  }
  return wentOut ? { outcome: 'unknown', reason } : { outcome: 'refused', isFinal: false, reason }
}

/**
 * A recipient or a text that the server will never take. What it says to our greeting, our password or our sender's
 * address is for us to repair; so is a reply that asks for either (530) or for another order of commands (503).
 */
function isFinal({ command, responseCode = 0 }: Partial<NodemailerError>): boolean {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && responseCode >= 500 && responseCode !== 503 && responseCode !== 530
}

const LONGEST = 300

/** One line to read. Servers repeat what was sent to them: addresses, credentials, the links of a mail they dislike. */
function describe({ code, command, responseCode, message = '' }: Partial<NodemailerError>): string {
  const facts = [code, command, responseCode].filter(Boolean).join(' ')
  if (command?.startsWith('AUTH')) return facts
  const words = message
    .replace(/\S*@\S*/g, '…')
    .replace(/\bhttps?:\S+/gi, '…')
    .replace(/[\w+/=-]{20,}/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
  return `${facts}: ${words}`.slice(0, LONGEST)
}
