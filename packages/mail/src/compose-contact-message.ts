import type { Letter } from './render-mail.ts'
import type { Words } from './words.ts'

export type ContactMessage = {
  name: string
  email: string
  subject: string
  message: string
  /** Of the account that was signed in, which the sender cannot choose. */
  accountEmail: string | null
}
type Product = { productName: string; supportEmail: string }

/**
 * A stranger's words, for our own support address. Each of his lines carries a mark, so that none can pass for ours:
 * neither "The sender was signed in as …" nor a second mail below a forged end of this one.
 */
export function composeContactMessage(
  { translate }: Words,
  { accountEmail, message, ...typed }: ContactMessage,
  { productName, supportEmail }: Product,
): Letter {
  const lines = [
    translate('contactMessage.name', { name: typed.name }),
    translate('contactMessage.email', { email: typed.email }),
    translate('contactMessage.line', { subject: typed.subject }),
    '',
    ...message.split(/\r\n|[\n\r\u2028\u2029]/),
  ]
  return {
    to: supportEmail,
    subject: translate('contactMessage.subject', { productName, subject: typed.subject }),
    greeting: translate('contactMessage.what', { productName }),
    before: [
      accountEmail === null
        ? translate('contactMessage.visitor')
        : translate('contactMessage.account', { accountEmail }),
      translate('contactMessage.warning'),
      lines.map((line) => `> ${line}`).join('\n'),
    ],
    action: null,
    after: [],
    footer: translate('contactMessage.footer', { productName }),
  }
}
