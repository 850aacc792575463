import type { Trx } from '@chuma/db/client'
import { bookReward } from '@chuma/db/queries/wallet/rewards'

type Credit = {
  memberId: string
  creditId: string
  partnerId: string
  transactionId: string
  kind: 'survey' | 'offer'
  title: string
  points: number
}

/** Post a credit. A reversal finds it by its source key. */
export function payCredit(trx: Trx, credit: Credit) {
  return bookReward(trx, {
    memberId: credit.memberId,
    kind: credit.kind,
    points: credit.points,
    sourceKey: creditSourceKey(credit),
    description: `${credit.kind === 'survey' ? 'Survey' : 'Offer'}: ${credit.title}`,
    subjectId: credit.creditId,
    actor: `partner:${credit.partnerId}`,
  })
}

export function creditSourceKey({ partnerId, transactionId }: Pick<Credit, 'partnerId' | 'transactionId'>) {
  return `partner:${partnerId}:${transactionId}`
}
