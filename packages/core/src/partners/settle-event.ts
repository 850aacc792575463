import type { Trx } from '@chuma/db/client'
import { findClickByReference } from '@chuma/db/queries/partners/clicks'
import { lockPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { creditEvent } from './credits/credit-event.ts'
import { reverseEvent } from './reverse-event.ts'
import { screenOutEvent } from './screen-out-event.ts'
import type { ClickRef, EventInHand, Settlement } from './settlement.ts'

/**
 * Apply a genuine event once: repeated, reordered and concurrent events give the same balance. `click` is set by staff who
 * matched the event by hand.
 */
export async function settleEvent(trx: Trx, inHand: EventInHand, click?: ClickRef): Promise<Settlement> {
  const { event, partnerId } = inHand
  if (event.kind === 'test') return { outcome: 'test' }
  if (event.kind === 'info' || event.kind === 'ignore' || event.kind === 'pending') {
    return { outcome: 'recorded', reason: event.kind }
  }
  // Without the lock a concurrent credit and reversal would not see each other.
  await lockPartnerTransaction(trx, partnerId, event.originalTransactionId ?? event.transactionId)
  if (event.kind === 'reverse') return reverseEvent(trx, inHand)

  const ref = click ?? (await findClickByReference(trx, event.userRef))
  if (!ref) return { outcome: 'unmatched', reason: 'unknown-click' }
  return event.kind === 'credit' ? creditEvent(trx, inHand, ref) : screenOutEvent(trx, inHand, ref)
}
