import { listDueCredits, lockCredit } from '@chuma/db/queries/partners/credits'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { moveCredit } from './move-credit.ts'

const AT_ONCE = 500

/**
 * Job: pay credits whose hold is over, each in a transaction of its own. Concurrent jobs and reversals lock the row, and find
 * it settled. Returns the number of paid credits.
 */
export async function releaseCredits(deps: Deps): Promise<number> {
  let paid = 0
  await eachAlone(deps, await listDueCredits(deps.db, AT_ONCE), {
    name: ({ creditId }) => `partner credit ${creditId}`,
    work: (due) =>
      deps.db.transaction().execute(async (trx) => {
        const credit = await lockCredit(trx, due)
        if (credit?.state !== 'pending') return
        await moveCredit(trx, credit, { to: 'available', by: 'worker', reason: null })
        paid += 1
      }),
  })
  return paid
}
