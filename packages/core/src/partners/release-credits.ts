import { listDueCredits, lockCredit } from '@chuma/db/queries/partners/credits'
import type { Deps } from '../deps.ts'
import { moveCredit } from './move-credit.ts'

/** One transaction per credit: a failure does not delay others. */
const AT_ONCE = 500

/**
 * Job: pay credits whose hold is over. Concurrent jobs and reversals lock the row, and find it settled. Returns the number
 * of paid credits.
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
