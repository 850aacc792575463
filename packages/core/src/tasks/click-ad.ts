import type { ClickAdInput, ClickedAd } from '@chuma/contract/tasks/tasks'
import { requirePremium } from '../auth/require-premium.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'
import { claimView } from './claim-view.ts'

/** What a column for whole seconds can hold. */
const MOST_SECONDS = 2_147_483_647

/**
 * Claims an advertisement (SPEC §4). Whether enough time was spent on it, the server's clock says; `timeSpent` is kept
 * and counts for nothing. Too early is an answer, not an error.
 * @throws AppError PREMIUM_REQUIRED, NOT_FOUND, DONE_TODAY
 */
export async function clickAd(
  deps: Deps,
  caller: SignedInMember,
  { id, timeSpent }: ClickAdInput,
): Promise<Unworded<ClickedAd>> {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds } = await deps.economy()
  const claimedTimeSpent = Math.round(Math.min(Math.max(timeSpent, 0), MOST_SECONDS))
  const { secondsLeft, ...earned } = await deps.db
    .transaction()
    .execute((trx) =>
      claimView(trx, { memberId, taskId: id, kind: 'ad', videoWatchSeconds, claimedTimeSpent }),
    )
  if (secondsLeft === 0) return { completed: true, ...earned, message: undefined }
  return {
    completed: false,
    ...earned,
    message: notice('AD_TOO_SHORT'),
  }
}
