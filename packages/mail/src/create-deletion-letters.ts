import type { Recipient, WriteLetter } from './create-letter-writer.ts'
import { translate } from './translate.ts'

type Options = { write: WriteLetter; publicUrl: string; productName: string }
type DeletionRequest = Recipient & {
  deletionDueAt: Date
  timeZone: string
  points: number
  heldPoints: number
}

export function createDeletionLetters({ write, publicUrl, productName }: Options) {
  return {
    sendDeletionRequested: ({ deletionDueAt, timeZone, points, heldPoints, ...mail }: DeletionRequest) => {
      const day = deletionDueAt.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
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
