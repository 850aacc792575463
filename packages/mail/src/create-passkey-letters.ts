import type { Recipient, WriteLetter } from './create-letter-writer.ts'
import type { Words } from './words.ts'

type Options = {
  words: Words
  write: WriteLetter
  publicUrl: string
  productName: string
  supportEmail: string
}
type Named = { name: string }

/** Mails about a member's passkeys. Both lead to a new password, which ends every session of a thief. */
export function createPasskeyLetters({
  words: { translate },
  write,
  publicUrl,
  productName,
  supportEmail,
}: Options) {
  return {
    sendPasskeyAdded: ({ name, ...mail }: Recipient & Named) =>
      write(mail, {
        subject: translate('passkeyAdded.subject', { productName }),
        before: [
          translate('passkeyAdded.what', { name }),
          translate('passkeyAdded.notYou', { supportEmail }),
        ],
        action: { label: translate('passwordChanged.action'), url: `${publicUrl}/forgot-password` },
        after: [],
      }),

    sendPasskeyRemoved: ({ name, ...mail }: Recipient & Named) =>
      write(mail, {
        subject: translate('passkeyRemoved.subject', { productName }),
        before: [
          translate('passkeyRemoved.what', { name }),
          translate('passkeyRemoved.notYou', { supportEmail }),
        ],
        action: { label: translate('passwordChanged.action'), url: `${publicUrl}/forgot-password` },
        after: [],
      }),
  }
}
