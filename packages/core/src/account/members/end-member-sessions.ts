import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { lockStanding } from './lock-standing.ts'

/**
 * Sign a member out everywhere, for example after they lost their phone. They can sign in again.
 * @throws AppError NOT_FOUND
 */
export async function endMemberSessions(
  { db }: Deps,
  actor: StaffActor,
  { memberId }: { memberId: string },
): Promise<{ message: Notice }> {
  await db.transaction().execute(async (trx) => {
    await lockStanding(trx, memberId)
    await revokeAllSessions(trx, memberId)
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.sessions-ended',
      subject: `member:${memberId}`,
      address: actor.address,
    })
  })
  return { message: notice('MEMBER_SIGNED_OUT') }
}
