import type { adminPayoutPause, PausePayoutsInput } from '@chuma/contract/payouts/payout-pause'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findOpenPause,
  getAdminPayoutPause,
  lockPayoutsOf,
  updatePause,
} from '@chuma/db/queries/payouts/payout-pauses'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../approvals/require-another.ts'
import { releasePayouts } from '../queue/release-payouts.ts'

/**
 * Lift a pause and send waiting payouts. The member reads the reason, even with an unanswered appeal.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ACCOUNT_STATE if payouts are not paused
 */
export async function liftPayoutPause(
  { db }: Deps,
  actor: StaffActor,
  { memberId, reason }: PausePayoutsInput,
): Promise<Answer<typeof adminPayoutPause>> {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const member = await lockPayoutsOf(trx, memberId)
    if (!member) throw new AppError('NOT_FOUND')
    const pause = await findOpenPause(trx, memberId)
    if (!pause) throw new AppError('ACCOUNT_STATE')
    const ref = { memberId, pauseId: pause.pauseId }
    await updatePause(trx, ref, { liftReason: reason, liftedBy: actor.name })
    await releasePayouts(trx, memberId)
    await insertJob(trx, 'send-pause-news', { ...ref, ...member, news: 'lifted' })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'payouts.pause-lifted',
      subject: `member:${memberId}`,
      before: { reason: pause.reason, pausedAt: pause.pausedAt, pausedBy: pause.pausedBy },
      reason,
      address: actor.address,
    })
    return getAdminPayoutPause(trx, ref)
  })
}
