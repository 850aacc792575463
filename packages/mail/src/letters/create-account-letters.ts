import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'
import { toNotMe } from './to-not-me.ts'

type Options = {
  words: Words
  write: WriteLetter
  publicUrl: string
  productName: string
  supportEmail: string
}
type SignIn = { device: string; at: Date; token: string }

export function createAccountLetters({
  words: { translate, locale },
  write,
  publicUrl,
  productName,
  supportEmail,
}: Options) {
  return {
    sendVerification: (mail: Recipient & { token: string; expiresInMinutes: number }) =>
      write(mail, {
        subject: translate('verification.subject', { productName }),
        before: [translate('verification.why')],
        action: { label: translate('verification.action'), url: `${publicUrl}/?token=${mail.token}` },
        after: [
          translate('verification.expiry', { expiresInMinutes: mail.expiresInMinutes }),
          translate('verification.notYou'),
        ],
      }),

    sendAddressTaken: (mail: Recipient) =>
      write(mail, {
        subject: translate('addressTaken.subject', { productName }),
        before: [translate('addressTaken.why'), translate('addressTaken.you')],
        action: { label: translate('addressTaken.action'), url: `${publicUrl}/login` },
        after: [translate('addressTaken.notYou')],
      }),

    sendNewSignIn: ({ device, at, token, ...mail }: Recipient & SignIn) =>
      write(mail, {
        subject: translate('newSignIn.subject', { productName }),
        before: [
          translate('newSignIn.what'),
          translate('newSignIn.which', { device, moment: formatMoment(at, locale) }),
          translate('notMe.press'),
        ],
        action: { label: translate('notMe.action'), url: toNotMe(publicUrl, token) },
        after: [translate('notMe.help', { supportEmail }), translate('newSignIn.off')],
      }),
  }
}

/** Format a moment in Nairobi time. */
function formatMoment(moment: Date, locale: string): string {
  const clock = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Nairobi' } as const
  return moment.toLocaleString(locale, clock)
}
