import { listDueCredits, lockCredit, settleCredit } from '@chuma/db/queries/partners/credits'
import type { Deps } from '../deps.ts'
import { payCredit } from './pay-credit.ts'

/** Each in a transaction of its own: one that fails keeps no other from its points. */
const AT_ONCE = 500

/**
 * Job: pays what has waited as long as its partner's hold says. Two at the same time, or a reversal in between, find the
 * row locked and then settled. Answers how many were paid.
 */
export async function releaseCredits(deps: Deps): Promise<number> {
  let paid = 0
  for (const due of await listDueCredits(deps.db, AT_ONCE)) {
    const isPaid = await deps.db.transaction().execute(async (trx) => {
      const credit = await lockCredit(trx, due)
      if (credit?.state !== 'pending') return false
      await payCredit(trx, credit)
      await settleCredit(trx, credit, { state: 'available', reason: null })
      return true
    })
    if (isPaid) paid += 1
  }
  return paid
}
