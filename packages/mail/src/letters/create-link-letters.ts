import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string; productName: string }
type Link = Recipient & { token: string; expiresInMinutes: number }

/** Mails with a link that opens the account; the link is their only secret. */
export function createLinkLetters({ words: { translate }, write, publicUrl, productName }: Options) {
  const toUrl = (token: string) => `${publicUrl}/?token=${token}`

  return {
    sendSignInLink: ({ token, expiresInMinutes, ...recipient }: Link) =>
      write(recipient, {
        subject: translate('signInLink.subject', { productName }),
        before: [translate('signInLink.why')],
        action: { label: translate('signInLink.action'), url: toUrl(token) },
        after: [translate('link.expiry', { expiresInMinutes }), translate('signInLink.notYou')],
      }),

    sendPasswordReset: ({ token, expiresInMinutes, ...recipient }: Link) =>
      write(recipient, {
        subject: translate('passwordReset.subject', { productName }),
        before: [translate('passwordReset.why')],
        action: { label: translate('passwordReset.action'), url: toUrl(token) },
        after: [translate('link.expiry', { expiresInMinutes }), translate('passwordReset.notYou')],
      }),

    sendEmailChange: ({ token, expiresInMinutes, ...recipient }: Link) =>
      write(recipient, {
        subject: translate('emailChange.subject', { productName }),
        before: [translate('emailChange.why', { productName })],
        action: { label: translate('emailChange.action'), url: toUrl(token) },
        after: [translate('link.expiry', { expiresInMinutes }), translate('emailChange.notYou')],
      }),
  }
}
