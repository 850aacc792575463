import type { Letter } from './render-mail.ts'
import type { Words } from './words.ts'

export type ContactMessage = {
  name: string
  email: string
  subject: string
  message: string
  /** The signed-in account's address, which the sender cannot choose. */
  accountEmail: string | null
}
type Product = { productName: string; supportEmail: string }

/**
 * Compose a stranger's message for our support address. Each typed line carries a mark, so that none can pass for ours,
 * such as a forged "The sender was signed in as …".
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
