import type { adminPayoutPause, PausePayoutsInput } from '@chuma/contract/payouts/payout-pause'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findOpenPause,
  getAdminPayoutPause,
  insertPause,
  lockPayoutsOf,
  type PauseRef,
} from '@chuma/db/queries/payouts/payout-pauses'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../approvals/require-another.ts'

/**
 * Pause a member's payouts until the pause is lifted: no new withdrawals, and approved ones are not sent unless sending has
 * begun. The member is told why, keeps the balance and can still earn.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ACCOUNT_STATE if they are paused already
 */
export async function pausePayouts(
  { db }: Deps,
  actor: StaffActor,
  { memberId, reason }: PausePayoutsInput,
): Promise<Answer<typeof adminPayoutPause>> {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const member = await lockPayoutsOf(trx, memberId)
    if (!member) throw new AppError('NOT_FOUND')
    if (await findOpenPause(trx, memberId)) throw new AppError('ACCOUNT_STATE')
    const ref = await pauseLocked(trx, actor, { memberId, reason, email: member.email })
    return getAdminPayoutPause(trx, ref)
  })
}

type Pausing = PausePayoutsInput & { email: string }

/** Pause the payouts of a member whose wallet the caller has locked, and who has no open pause. */
export async function pauseLocked(
  trx: Trx,
  actor: StaffActor,
  { memberId, reason, email }: Pausing,
): Promise<PauseRef> {
  const ref = await insertPause(trx, { memberId, reason, pausedBy: actor.name })
  await insertJob(trx, 'send-pause-news', { ...ref, email, news: 'paused' })
  await insertAuditEntry(trx, {
    actor: actor.name,
    action: 'payouts.paused',
    subject: `member:${memberId}`,
    reason,
    address: actor.address,
  })
  return ref
}
