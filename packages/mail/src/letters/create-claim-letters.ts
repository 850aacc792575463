import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type ClaimNews = Recipient & {
  title: string
  isCredited: boolean
  points: number
  reason: string
}
type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** Mails about a member's claim for missing points. */
export function createClaimLetters({ words: { translate }, write, publicUrl }: Options) {
  return {
    sendClaimDecided: (mail: ClaimNews) => {
      const { title, points, reason } = mail
      return write(mail, {
        subject: translate(mail.isCredited ? 'claimCredited.subject' : 'claimDeclined.subject', { title }),
        before: [
          mail.isCredited
            ? translate('claimCredited.what', { title, points })
            : translate('claimDeclined.what', { title }),
          translate('claim.reason', { reason }),
        ],
        action: { label: translate('claim.action'), url: `${publicUrl}/activity` },
        after: [],
      })
    },
  }
}
