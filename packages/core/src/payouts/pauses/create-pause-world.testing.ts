import type { Db } from '@chuma/db/client'
import { createMailCapture, givenMember } from '../../testing.ts'
import { pausePayouts, sendPauseNews } from '../pauses.ts'
import { createPayoutDeps, finance, takeJobs } from '../testing.ts'

export const PAUSE_REASON = 'Two accounts took the same surveys.'

/** Members with paused payouts, and the mails they get about it. */
export function createPauseWorld(db: Db) {
  const { mail, sent } = createMailCapture()
  const deps = createPayoutDeps(db, null, { mail })
  return {
    deps,

    async givenPaused() {
      const member = await givenMember(db, { points: 9 })
      const { memberId } = member
      const { id } = await pausePayouts(deps, finance, { memberId, reason: PAUSE_REASON })
      return { member, memberId, id }
    },

    /** Send the waiting mails about pauses. */
    async mailNews() {
      for (const { name, data } of await takeJobs(db))
        if (name === 'send-pause-news') await sendPauseNews(deps, data)
      return sent.splice(0)
    },

    async forgetNews() {
      await takeJobs(db)
      sent.length = 0
    },
  }
}
