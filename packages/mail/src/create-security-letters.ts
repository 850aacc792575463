import type { Recipient, WriteLetter } from './create-letter-writer.ts'
import type { Words } from './words.ts'

type Options = {
  words: Words
  write: WriteLetter
  publicUrl: string
  productName: string
  supportEmail: string
}
type Closing = { deletionDueAt: Date; timeZone: string }
type Passkeys = { passkeysRemoved: number; passkeysLeft: number }
type Move = { newEmail: string }

/** Mails about security events, with what to do if it was not the owner. They contain no secret. */
export function createSecurityLetters({
  words: { translate, locale },
  write,
  publicUrl,
  productName,
  supportEmail,
}: Options) {
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

    sendPasswordChanged: ({ passkeysRemoved, passkeysLeft, ...mail }: Recipient & Passkeys) =>
      write(mail, {
        subject: translate('passwordChanged.subject', { productName }),
        before: [
          translate('passwordChanged.what'),
          ...(passkeysRemoved > 0
            ? [translate('passwordChanged.passkeysRemoved', { count: passkeysRemoved })]
            : []),
          ...(passkeysLeft > 0 ? [translate('passwordChanged.passkeysLeft', { count: passkeysLeft })] : []),
          translate('passwordChanged.notYou', { supportEmail }),
        ],
        action: { label: translate('passwordChanged.action'), url: `${publicUrl}/forgot-password` },
        after: [],
      }),

    sendEmailChangeNotice: ({ newEmail, ...mail }: Recipient & Move) =>
      write(mail, {
        subject: translate('emailChangeNotice.subject', { productName }),
        before: [
          translate('emailChangeNotice.what', { newEmail }),
          translate('emailChangeNotice.notYou', { supportEmail }),
        ],
        action: { label: translate('emailChangeNotice.action'), url: `${publicUrl}/settings` },
        after: [],
      }),

    sendEmailChanged: ({ newEmail, ...mail }: Recipient & Move) =>
      write(mail, {
        subject: translate('emailChanged.subject', { productName }),
        before: [
          translate('emailChanged.what', { newEmail }),
          translate('emailChanged.notYou', { supportEmail }),
        ],
        action: { label: translate('emailChanged.action'), url: `${publicUrl}/contact` },
        after: [],
      }),
  }
}
