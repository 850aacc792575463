import { listDueCredits, lockCredit } from '@chuma/db/queries/partners/credits'
import type { Deps } from '../deps.ts'
import { moveCredit } from './move-credit.ts'

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
      await moveCredit(trx, credit, { to: 'available', by: 'worker', reason: null })
      return true
    })
    if (isPaid) paid += 1
  }
  return paid
}
