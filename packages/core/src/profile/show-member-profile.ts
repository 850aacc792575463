import type { shownProfile } from '@chuma/contract/profile/profile'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import type { Answer } from '@chuma/contract/timestamp'
import { isMember } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listProfileAnswers } from '@chuma/db/queries/profile/profile-answers'
import { listProfileFlags } from '@chuma/db/queries/profile/profile-choices'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { toAnswer } from './get-overview.ts'

/** Show one member's profile to staff. Every call is in the audit log, without the answers. @throws AppError NOT_FOUND */
export function showMemberProfile(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { memberId }: { memberId: string },
): Promise<Answer<typeof shownProfile>> {
  return db.transaction().execute(async (trx) => {
    if (!(await isMember(trx, memberId))) throw new AppError('NOT_FOUND')
    const answers = await listProfileAnswers(trx, memberId)
    const flags = await listProfileFlags(trx, memberId)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'member.profile-shown',
      subject: `member:${memberId}`,
      address: staff.address,
    })
    const changes = flags.filter(({ kind }) => kind === 'changed')
    return {
      answers: answers.map(toAnswer),
      changes: changes.map(({ attribute, at }) => ({ attribute: attribute as AttributeKey, at })),
    }
  })
}
