import { createTransport } from 'nodemailer'
import type { Transport } from './transport.ts'

/** A mail server that does not answer must not hold a job for ever. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** `smtpUrl` carries host, port, user and password; `smtps:` encrypts from the first byte. */
export function createSmtpTransport(smtpUrl: string, from: string): Transport {
  const smtp = createTransport({ url: smtpUrl, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: ({ to, ...content }) =>
      smtp.sendMail({
        ...content,
        from,
        // As an object the address is one address: as text, a comma in it would add a recipient.
        to: { name: '', address: to },
        // Keeps holiday notices from answering.
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
  }
}
