import type { memberStanding } from '@chuma/contract/account/member-standing'
import type { SetPersonOfMemberInput } from '@chuma/contract/admin/people'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findPersonOf,
  setPersonOfMember as setPerson,
  unsetPersonOfMember,
} from '@chuma/db/queries/admin/people'
import { lockStanding } from '../../account/members/lock-standing.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { findOrAddPerson } from './find-or-add-person.ts'

/**
 * Say that a member's account belongs to a person on the staff, so that they decide nothing about it; with null, that it is
 * nobody's. Nobody parts an account from themselves.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, INVALID_INPUT for an unknown person, or for nobody behind an admin role
 */
export function setPersonOfMember(
  { db }: Pick<Deps, 'db'>,
  actor: StaffActor,
  { memberId, personId }: SetPersonOfMemberInput,
): Promise<Answer<typeof memberStanding>> {
  const subject = `member:${memberId}`
  return db.transaction().execute(async (trx) => {
    const standing = await lockStanding(trx, memberId)
    const before = await findPersonOf(trx, subject)
    if (before !== null && before === (await findPersonOf(trx, actor.name))) throw new AppError('OWN_ACCOUNT')
    if (personId === null && standing.adminRole) throw invalidField('personId', 'PERSON_MISSING')
    if (personId === null) await unsetPersonOfMember(trx, memberId)
    else await setPerson(trx, { memberId, personId: await findOrAddPerson(trx, personId) })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.person',
      subject,
      before: { personId: before },
      after: { personId },
      address: actor.address,
    })
    return standing
  })
}
