import type { memberStanding, SuspendMemberInput } from '@chuma/contract/account/member-standing'
import type { Answer } from '@chuma/contract/timestamp'
import { setSuspension } from '@chuma/db/queries/account/member-standing'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockStanding } from './lock-standing.ts'

/**
 * Sign a member out everywhere until they are restored, and mail them the reason. They keep their points. An admin role
 * has to be removed first, by an owner: otherwise staff who can suspend could shut out owners.
 * @throws AppError NOT_FOUND, FORBIDDEN, ACCOUNT_STATE if they are suspended already
 */
export function suspendMember(
  { db }: Deps,
  actor: StaffActor,
  { memberId, reason }: SuspendMemberInput,
): Promise<Answer<typeof memberStanding>> {
  return db.transaction().execute(async (trx) => {
    const { email, adminRole, suspendedAt } = await lockStanding(trx, memberId)
    if (adminRole) {
      throw new AppError('FORBIDDEN', { why: 'adminRole' })
    }
    if (suspendedAt) throw new AppError('ACCOUNT_STATE')
    const suspended = await setSuspension(trx, memberId, reason)
    await revokeAllSessions(trx, memberId)
    await insertJob(trx, 'send-account-suspended', { memberId, email })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.suspended',
      subject: `member:${memberId}`,
      reason,
      address: actor.address,
    })
    return suspended
  })
}
