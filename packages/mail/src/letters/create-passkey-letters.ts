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
type Named = { name: string; token: string }

/** Mails about a member's passkeys. */
export function createPasskeyLetters({
  words: { translate },
  write,
  publicUrl,
  productName,
  supportEmail,
}: Options) {
  return {
    sendPasskeyAdded: ({ name, token, ...mail }: Recipient & Named) =>
      write(mail, {
        subject: translate('passkeyAdded.subject', { productName }),
        before: [translate('passkeyAdded.what', { name }), translate('passkeyAdded.notYou')],
        action: { label: translate('notMe.action'), url: toNotMe(publicUrl, token) },
        after: [translate('notMe.help', { supportEmail })],
      }),

    sendPasskeyRemoved: ({ name, token, ...mail }: Recipient & Named) =>
      write(mail, {
        subject: translate('passkeyRemoved.subject', { productName }),
        before: [translate('passkeyRemoved.what', { name }), translate('notMe.press')],
        action: { label: translate('notMe.action'), url: toNotMe(publicUrl, token) },
        after: [translate('notMe.help', { supportEmail })],
      }),
  }
}
