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
type Closing = { deletionDueAt: Date; timeZone: string }
type Passkeys = { passkeysRemoved: number; passkeysLeft: number }
type Secret = { token: string }
type Move = { newEmail: string }

/** Mails about security events. Their only secret is the link "This wasn't me", which gives the account back to its owner. */
export function createSecurityLetters({
  words: { translate, locale },
  write,
  publicUrl,
  productName,
  supportEmail,
}: Options) {
  const notMe = (token: string) => ({ label: translate('notMe.action'), url: toNotMe(publicUrl, token) })
  return {
    sendAccountClosing: ({ deletionDueAt, timeZone, ...mail }: Recipient & Closing) =>
      write(mail, {
        subject: translate('accountClosing.subject', { productName }),
        before: [
          translate('accountClosing.why', {
            day: deletionDueAt.toLocaleDateString(locale, { dateStyle: 'long', timeZone }),
          }),
          translate('accountClosing.keep', { supportEmail }),
        ],
        action: { label: translate('accountClosing.action'), url: `${publicUrl}/login` },
        after: [translate('accountClosing.still')],
      }),

    sendPasswordChanged: ({ token, passkeysRemoved, passkeysLeft, ...mail }: Recipient & Secret & Passkeys) =>
      write(mail, {
        subject: translate('passwordChanged.subject', { productName }),
        before: [
          translate('passwordChanged.what'),
          ...(passkeysRemoved > 0
            ? [translate('passwordChanged.passkeysRemoved', { count: passkeysRemoved })]
            : []),
          ...(passkeysLeft > 0 ? [translate('passwordChanged.passkeysLeft', { count: passkeysLeft })] : []),
          translate('notMe.press'),
        ],
        action: notMe(token),
        after: [translate('notMe.help', { supportEmail })],
      }),

    sendEmailChangeNotice: ({ token, newEmail, ...mail }: Recipient & Secret & Move) =>
      write(mail, {
        subject: translate('emailChangeNotice.subject', { productName }),
        before: [translate('emailChangeNotice.what', { newEmail }), translate('emailChangeNotice.notYou')],
        action: notMe(token),
        after: [translate('notMe.help', { supportEmail })],
      }),

    sendEmailChanged: ({ newEmail, token, ...mail }: Recipient & Move & { token: string | null }) =>
      write(mail, {
        subject: translate('emailChanged.subject', { productName }),
        before: [
          translate('emailChanged.what', { newEmail }),
          token === null
            ? translate('emailChanged.contact', { supportEmail })
            : translate('emailChanged.notYou'),
        ],
        action:
          token === null
            ? { label: translate('emailChanged.action'), url: `${publicUrl}/contact` }
            : { ...notMe(token), label: translate('emailChanged.undo') },
        after: token === null ? [] : [translate('notMe.help', { supportEmail })],
      }),

    sendEmailUndone: (mail: Recipient) =>
      write(mail, {
        subject: translate('emailUndone.subject', { productName }),
        before: [translate('emailUndone.what'), translate('emailUndone.you', { supportEmail })],
        action: { label: translate('emailChanged.action'), url: `${publicUrl}/contact` },
        after: [],
      }),
  }
}
