import type { memberStanding, SetMemberRoleInput } from '@chuma/contract/account/member-standing'
import type { Answer } from '@chuma/contract/timestamp'
import { setAdminRole } from '@chuma/db/queries/account/member-standing'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { endSetUp } from '../../admin/set-up/end-set-up.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockStanding } from './lock-standing.ts'

/**
 * Set or, with null, remove a member's admin role, from their next call on. Nobody can change their own.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, ACCOUNT_STATE for a suspended member
 */
export function setMemberRole(
  { db }: Pick<Deps, 'db'>,
  actor: StaffActor,
  { memberId, role }: SetMemberRoleInput,
): Promise<Answer<typeof memberStanding>> {
  const subject = `member:${memberId}`
  return db.transaction().execute(async (trx) => {
    // An owner exists from now on, so no link may make another.
    if (role === 'owner') await endSetUp(trx)
    const { adminRole, suspendedAt } = await lockStanding(trx, memberId)
    if (actor.name === subject) throw new AppError('OWN_ACCOUNT')
    if (role && suspendedAt) throw new AppError('ACCOUNT_STATE')
    const changed = await setAdminRole(trx, memberId, role)
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.role',
      subject,
      before: { role: adminRole },
      after: { role },
      address: actor.address,
    })
    return changed
  })
}
