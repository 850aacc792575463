import type { WatchedVideo } from '@chuma/contract/tasks/tasks'
import { AppError } from '../app-error.ts'
import { requirePremium } from '../auth/require-premium.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { claimView } from './claim-view.ts'

/**
 * Claim a video (SPEC §4): after the economy's seconds since it was opened, once a business day.
 * @throws AppError PREMIUM_REQUIRED, NOT_FOUND, DONE_TODAY, TOO_EARLY with the seconds left
 */
export async function watchVideo(
  deps: Deps,
  caller: SignedInMember,
  { id }: { id: string },
): Promise<WatchedVideo> {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds } = await deps.economy()
  const { secondsLeft, ...earned } = await deps.db
    .transaction()
    .execute((trx) =>
      claimView(trx, { memberId, taskId: id, kind: 'video', videoWatchSeconds, claimedTimeSpent: null }),
    )
  if (secondsLeft > 0) throw new AppError('TOO_EARLY', { secondsLeft })
  return earned
}
