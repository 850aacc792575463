import type { MailOutcome, MailTransport, RenderedMail } from '@chuma/contract/mails'
import { createTransport, type NodemailerError } from 'nodemailer'

/** A mail server that does not answer must not block a job forever. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** Create a transport. `smtpUrl` contains host, port, user and password; `smtps:` encrypts from the first byte. */
export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const options = { url: smtpUrl, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true }
  return {
    domain: /@([^\s@<>"]+)>?\s*$/.exec(from)?.[1] ?? 'localhost',
    send: async ({ to, replyTo, ...content }) => {
      const smtp = createTransport(options)
      let wentOut = false
      smtp.use('stream', (mail, done) => {
        // The line that ends a mail follows this stream; before it the server has nothing to deliver.
        mail.message.processFunc((message) => message.once('end', () => (wentOut = true)))
        done()
      })
      try {
        await smtp.sendMail({
          ...content,
          from,
          // An object is one address; in a string a comma would add a recipient.
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          // Stops automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { outcome: 'accepted' }
      } catch (error) {
        return classifySmtpError(error, wentOut)
      }
    },
  }
}

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

/** Create a transport that only stores mails, with `insert`. */
export function createCaptureTransport(insert: (mail: RenderedMail) => Promise<unknown>): MailTransport {
  return {
    domain: 'localhost',
    send: async (mail) => {
      await insert(mail)
      return { outcome: 'accepted' }
    },
  }
}
