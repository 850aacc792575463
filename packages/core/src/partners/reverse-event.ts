import type { Trx } from '@chuma/db/client'
import { lockCredit, settleCredit } from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { findPostingBySource } from '@chuma/db/queries/wallet/ledger'
import { postPoints } from '../wallet/post-points.ts'
import { creditSourceKey } from './pay-credit.ts'
import type { EventInHand, Settlement } from './settlement.ts'

/**
 * Takes back exactly what the credit gave, once. One that still waits is cancelled; one that was paid gets a linked posting,
 * which may take the member below zero and then says so; one that has not come yet is kept and meets its credit.
 */
export async function reverseEvent(
  trx: Trx,
  { event, partnerId, eventId }: EventInHand,
): Promise<Settlement> {
  const transactionId = event.originalTransactionId ?? event.transactionId
  const reason = event.reasonCode ?? 'reversed-by-partner'
  const credited = await findPartnerTransaction(trx, { partnerId, transactionId, kind: 'credit' })
  const { memberId = null, creditId = null } = credited ?? {}
  const isNew = await insertPartnerTransaction(trx, {
    partnerId,
    transactionId,
    kind: 'reverse',
    eventId,
    memberId,
    creditId,
  })
  if (!isNew) return { outcome: 'duplicate', ...(memberId ? { memberId } : {}) }
  if (!memberId || !creditId) return { outcome: 'kept-for-credit' }

  const credit = await lockCredit(trx, { memberId, creditId })
  if (!credit) throw new Error(`credit ${creditId} vanished`)
  if (credit.state === 'pending') {
    await settleCredit(trx, credit, { state: 'cancelled', reason })
    return { outcome: 'reversed', points: credit.points, memberId }
  }
  // He was erased while it waited: it never was his.
  if (credit.state === 'cancelled') return { outcome: 'recorded', reason: 'was-cancelled', memberId }
  const posting = await findPostingBySource(trx, memberId, creditSourceKey(credit))
  if (!posting) throw new Error(`credit ${creditId} is ${credit.state} and was never posted`)
  await postPoints(trx, {
    memberId,
    kind: 'reversal',
    availableDelta: -posting.points,
    heldDelta: 0,
    houseAccount: 'reversals',
    sourceKey: `reversal:${partnerId}:${transactionId}`,
    description: `Taken back by our partner: ${credit.title}`,
    subjectId: creditId,
    reversesSeq: posting.id,
    actor: `partner:${partnerId}`,
  })
  await settleCredit(trx, credit, { state: 'reversed', reason })
  return { outcome: 'reversed', points: posting.points, memberId }
}
