import { listDueReviews, lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { moveReview } from './move-review.ts'

const AT_ONCE = 500

/**
 * Job: pay held rewards whose time for a review is over, and end doubts, each in a transaction of its own. Concurrent jobs and
 * decisions lock the row, and find it settled. Returns how many were settled.
 */
export async function settleDueReviews(deps: Deps): Promise<number> {
  let settled = 0
  await eachAlone(deps, await listDueReviews(deps.db, AT_ONCE), {
    name: ({ surveyId }) => `the review of an attempt at survey ${surveyId}`,
    work: (due) =>
      deps.db.transaction().execute(async (trx) => {
        await lockWallet(trx, due.memberId)
        const review = await lockReview(trx, due)
        // Staff may have decided, or kept it for longer.
        if (!review?.isDue || (review.state !== 'held' && review.state !== 'doubtful')) return
        await moveReview(trx, review, { to: 'paid', by: 'worker', text: null, decidedBy: 'system' })
        settled += 1
      }),
  })
  return settled
}
