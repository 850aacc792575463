import type { Recipient, WriteLetter } from './create-letter-writer.ts'
import type { Words } from './words.ts'

type ProofNews = Recipient & { title: string }
type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** Mails about a proof that a member submitted for a task. */
export function createProofLetters({ words: { translate }, write, publicUrl }: Options) {
  return {
    sendProofApproved: (mail: ProofNews & { points: number }) => {
      const { title, points } = mail
      return write(mail, {
        subject: translate('proofApproved.subject', { title }),
        before: [translate('proofApproved.what', { title, points })],
        action: { label: translate('proofApproved.action'), url: `${publicUrl}/dashboard` },
        after: [],
      })
    },

    sendProofRejected: (mail: ProofNews & { reason: string }) => {
      const { title, reason } = mail
      return write(mail, {
        subject: translate('proofRejected.subject', { title }),
        before: [
          translate('proofRejected.what', { title }),
          translate('proofRejected.reason', { reason }),
          translate('proofRejected.again'),
        ],
        action: { label: translate('proofRejected.action'), url: `${publicUrl}/dashboard` },
        after: [],
      })
    },
  }
}
