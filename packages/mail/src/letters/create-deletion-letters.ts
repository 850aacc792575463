import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string; productName: string }
type DeletionRequest = Recipient & {
  deletionDueAt: Date
  timeZone: string
  points: number
  heldPoints: number
}

export function createDeletionLetters({
  words: { translate, locale },
  write,
  publicUrl,
  productName,
}: Options) {
  return {
    sendDeletionRequested: ({ deletionDueAt, timeZone, points, heldPoints, ...mail }: DeletionRequest) => {
      const day = deletionDueAt.toLocaleDateString(locale, { dateStyle: 'long', timeZone })
      return write(mail, {
        subject: translate('deletionRequested.subject', { productName, day }),
        before: [
          translate('deletionRequested.what', { productName, day }),
          translate('deletionRequested.keep'),
        ],
        action: { label: translate('deletionRequested.action'), url: `${publicUrl}/login` },
        after: [
          ...(heldPoints > 0 ? [translate('deletionRequested.open', { heldPoints })] : []),
          points > 0
            ? translate('deletionRequested.points', { points })
            : translate('deletionRequested.noPoints'),
          translate('deletionRequested.notYou'),
        ],
      })
    },
  }
}
