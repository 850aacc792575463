import type { ClickAdInput, ClickedAd } from '@chuma/contract/tasks/tasks'
import { requirePremium } from '../auth/require-premium.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'
import { claimView } from './claim-view.ts'

/** The maximum of an integer column. */
const MOST_SECONDS = 2_147_483_647

/**
 * Claim an advertisement (SPEC §4). The server's clock decides whether enough time was spent; `timeSpent` is only
 * stored. Too early is an answer, not an error.
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
