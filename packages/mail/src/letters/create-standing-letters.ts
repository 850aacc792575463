import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string; productName: string }

/** Mails about a suspended or restored account. */
export function createStandingLetters({ words: { translate }, write, publicUrl, productName }: Options) {
  return {
    sendAccountSuspended: (mail: Recipient & { reason: string }) =>
      write(mail, {
        subject: translate('accountSuspended.subject', { productName }),
        before: [
          translate('accountSuspended.what'),
          translate('accountSuspended.reason', { reason: mail.reason }),
          translate('accountSuspended.disagree'),
        ],
        action: { label: translate('accountSuspended.action'), url: `${publicUrl}/contact` },
        after: [translate('accountSuspended.points')],
      }),

    sendAccountRestored: (mail: Recipient) =>
      write(mail, {
        subject: translate('accountRestored.subject', { productName }),
        before: [translate('accountRestored.what')],
        action: { label: translate('accountRestored.action'), url: `${publicUrl}/login` },
        after: [],
      }),
  }
}
