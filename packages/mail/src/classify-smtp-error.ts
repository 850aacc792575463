import type { NodemailerError } from 'nodemailer'
import type { MailOutcome } from './transport.ts'

/**
 * Decide whether a failed mail may have been delivered. A refusal by the server, or a failure before the whole mail `wentOut`,
 * means no. After that a broken connection proves nothing: nodemailer reports it like one that was never established.
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
 * Whether the server will never accept this recipient or text. Refusals of our greeting, password or sender, and replies
 * that ask for log-in (530) or another order of commands (503), are our own faults and can be retried.
 */
function isFinal({ command, responseCode = 0 }: Partial<NodemailerError>): boolean {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && responseCode >= 500 && responseCode !== 503 && responseCode !== 530
}

const LONGEST = 300

/** Reduce a reply to one safe line: servers quote addresses, credentials and links that were sent to them. */
function describe({ code, command, responseCode, message = '' }: Partial<NodemailerError>): string {
  const facts = [code, command, responseCode].filter(Boolean).join(' ')
  if (command?.startsWith('AUTH')) return facts
  const words = message
    .replace(/\S{0,64}@\S*/g, '…')
    .replace(/\bhttps?:\S+/gi, '…')
    .replace(/[\w+/=-]{20,}/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
  return `${facts}: ${words}`.slice(0, LONGEST)
}
