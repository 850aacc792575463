import type { Letter } from './render-mail.ts'
import type { Words } from './words.ts'

export type ContactReply = { to: string; subject: string; text: string; quoted: string; writtenAt: Date }
type Product = { productName: string; supportEmail: string }

/**
 * Compose staff's reply, with the original message below it. Its lines are marked: the sender may have entered a stranger's
 * address, who must not take them for ours.
 */
export function composeContactReply(
  { translate, locale }: Words,
  { to, subject, text, quoted, writtenAt }: ContactReply,
  { productName, supportEmail }: Product,
): Letter {
  const day = writtenAt.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'Africa/Nairobi' })
  const lines = quoted.split(/\r\n|[\n\r\u2028\u2029]/)
  return {
    to,
    subject,
    greeting: translate('contactReply.greeting', { productName }),
    before: text.split(/\n{2,}/),
    action: null,
    after: [translate('contactReply.quoted', { day }), lines.map((line) => `> ${line}`).join('\n')],
    footer: translate('contactReply.footer', { productName, supportEmail }),
  }
}
