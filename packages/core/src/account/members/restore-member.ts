import type { memberStanding } from '@chuma/contract/account/member-standing'
import type { Answer } from '@chuma/contract/timestamp'
import { setSuspension } from '@chuma/db/queries/account/member-standing'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { lockStanding } from './lock-standing.ts'

/**
 * End a suspension. The member is told by mail and can sign in again.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ACCOUNT_STATE if they are not suspended
 */
export async function restoreMember(
  { db }: Deps,
  actor: StaffActor,
  { memberId }: { memberId: string },
): Promise<Answer<typeof memberStanding>> {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const { email, suspendedAt, suspensionReason } = await lockStanding(trx, memberId)
    if (!suspendedAt) throw new AppError('ACCOUNT_STATE')
    const restored = await setSuspension(trx, memberId, null)
    await insertJob(trx, 'send-account-restored', { memberId, email })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.restored',
      subject: `member:${memberId}`,
      before: { suspendedAt, suspensionReason },
      address: actor.address,
    })
    return restored
  })
}
