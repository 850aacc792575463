import type { Trx } from '@chuma/db/client'
import { lockCredit } from '@chuma/db/queries/partners/credits'
import { findPartnerTransaction, insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { moveCredit } from './credits/move-credit.ts'
import type { EventInHand, Settlement } from './settlement.ts'

/**
 * Reverse exactly what the credit gave, once. A credit that was not paid is cancelled; a paid one gets a linked posting, which may
 * make the balance negative; a reversal that arrives first is stored and meets its credit later.
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
  // Staff rejected it, later goals covered it, or the member was erased: it was never paid.
  if (credit.state === 'cancelled') return { outcome: 'recorded', reason: 'was-cancelled', memberId }
  const to = credit.state === 'available' ? 'reversed' : 'cancelled'
  await moveCredit(trx, credit, { to, by: 'partner', reason })
  return { outcome: 'reversed', points: credit.points, memberId }
}
