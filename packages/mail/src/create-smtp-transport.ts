import { createTransport } from 'nodemailer'
import { classifySmtpError } from './classify-smtp-error.ts'
import type { Transport } from './transport.ts'

/** A mail server that does not answer must not block a job forever. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** Create a transport. `smtpUrl` contains host, port, user and password; `smtps:` encrypts from the first byte. */
export function createSmtpTransport(smtpUrl: string, from: string): Transport {
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
