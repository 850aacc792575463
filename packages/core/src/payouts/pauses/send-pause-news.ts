import { findPauseNews } from '@chuma/db/queries/payouts/payout-pauses'
import type { Deps } from '../../deps.ts'

type PauseNews = {
  memberId: string
  pauseId: string
  /** The member's address at that moment. */
  email: string
  news: 'paused' | 'lifted' | 'answered'
}

/**
 * Job: mail a member about a pause, the answer to an appeal, or the end of the pause. Skips outdated news. Not optional.
 */
export async function sendPauseNews(deps: Deps, { email, news, ...ref }: PauseNews): Promise<void> {
  const found = await findPauseNews(deps.db, ref)
  if (!found) return
  const { firstName, reason, appealAnswer, liftReason } = found
  const reader = { to: email, firstName }
  if (liftReason !== null) {
    if (news === 'lifted') await deps.mail.sendPayoutsResumed({ ...reader, reason: liftReason })
    return
  }
  if (news === 'paused') await deps.mail.sendPayoutsPaused({ ...reader, reason })
  if (news === 'answered') await deps.mail.sendAppealAnswered({ ...reader, answer: appealAnswer ?? '' })
}
