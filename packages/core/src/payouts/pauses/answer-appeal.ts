import type { AnswerAppealInput, adminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findPauseRef,
  getAdminPayoutPause,
  lockPause,
  lockPayoutsOf,
  updatePause,
} from '@chuma/db/queries/payouts/payout-pauses'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../approvals/require-another.ts'
import { releasePayouts } from '../queue/release-payouts.ts'

/**
 * Answer a member's appeal, once: lift the pause, or give the reason why it stays.
 * @throws AppError NOT_FOUND, also for a pause without an appeal, FORBIDDEN for one's own, ALREADY_DECIDED
 */
export async function answerAppeal(
  { db }: Deps,
  actor: StaffActor,
  { id, answer, isLifted }: AnswerAppealInput,
): Promise<Answer<typeof adminPayoutPause>> {
  const ref = await findPauseRef(db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  await requireAnother(db, actor, ref.memberId)
  return db.transaction().execute(async (trx) => {
    const member = await lockPayoutsOf(trx, ref.memberId)
    const pause = await lockPause(trx, ref)
    if (!member || !pause || pause.appeal === null) throw new AppError('NOT_FOUND')
    if (pause.liftedAt || pause.appealAnswer !== null) throw new AppError('ALREADY_DECIDED')
    const answered = { appealAnswer: answer, answeredBy: actor.name }
    const lifted = { liftReason: answer, liftedBy: actor.name }
    await updatePause(trx, ref, { ...answered, ...(isLifted ? lifted : {}) })
    if (isLifted) await releasePayouts(trx, ref.memberId)
    await insertJob(trx, 'send-pause-news', { ...ref, ...member, news: isLifted ? 'lifted' : 'answered' })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'payouts.appeal-answered',
      subject: `member:${ref.memberId}`,
      before: { reason: pause.reason, pausedBy: pause.pausedBy, appeal: pause.appeal },
      after: { isLifted },
      reason: answer,
      address: actor.address,
    })
    return getAdminPayoutPause(trx, ref)
  })
}
