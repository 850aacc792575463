import type { Trx } from '@chuma/db/client'
import { insertPartnerCredit } from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import type { EventInHand, Settlement } from '../settlement.ts'
import { type Click, describeCredit } from './describe-credit.ts'
import { moveCredit } from './move-credit.ts'

type Granted = { click: Click; claim: { claimId: string; points: number | null }; isConfirmed: boolean }

/**
 * Tie the claim that staff granted to the first transaction the partner credits for its click: taking that back takes the
 * claim's points back. Otherwise they would stay with the member although nobody pays for them.
 */
export async function confirmClaim(
  trx: Trx,
  inHand: EventInHand,
  { click, claim, isConfirmed }: Granted,
): Promise<Settlement> {
  const { event, partnerId, eventId } = inHand
  const { memberId } = click
  const points = claim.points ?? 0
  if (isConfirmed) return { outcome: 'duplicate', reason: 'claim-was-credited', memberId }
  const key = { partnerId, transactionId: event.transactionId }
  const isTakenBack = await findPartnerTransaction(trx, { ...key, kind: 'reverse' })
  const credit = await insertPartnerCredit(trx, {
    ...describeCredit(click, inHand),
    claimId: claim.claimId,
    points,
    state: 'available',
    reason: null,
    holdDays: 0,
  })
  const { creditId } = credit
  await insertPartnerTransaction(trx, { ...key, kind: 'credit', eventId, memberId, creditId })
  if (!isTakenBack) return { outcome: 'duplicate', reason: 'claim-was-credited', memberId }
  const reason = 'reversed-before-it-came'
  await moveCredit(trx, credit, { to: 'reversed', by: 'partner', reason })
  return { outcome: 'reversed', reason, points, memberId }
}
