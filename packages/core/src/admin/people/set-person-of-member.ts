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
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { findOrAddPerson } from './find-or-add-person.ts'

/**
 * Say that a member's account belongs to a person on the staff, so that they decide nothing about it; with null, that it is
 * nobody's. Nobody parts an account from themselves.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, APPROVAL_PENDING where company changes need two people, INVALID_INPUT for an unknown person, or for nobody behind an admin role
 */
export function setPersonOfMember(
  deps: CompanyDeps,
  staff: StaffActor,
  input: SetPersonOfMemberInput,
): Promise<Answer<typeof memberStanding>> {
  const { memberId, personId } = input
  const subject = `member:${memberId}`
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const standing = await lockStanding(trx, memberId)
      const before = await findPersonOf(trx, subject)
      if (before !== null && before === (await findPersonOf(trx, staff.name)))
        throw new AppError('OWN_ACCOUNT')
      if (personId === null && standing.adminRole) throw invalidField('personId', 'PERSON_MISSING')
      const change = { subject, before: { personId: before }, after: { personId } }
      // Naming a person only ever forbids more; a role, or another person, could make one person two.
      const isFirst = before === null && !standing.adminRole && !staff.approval
      const approved = isFirst
        ? {}
        : await passCompanyChange(
            { deps, trx, staff },
            { kind: 'set-person-of-member', payload: input, ...change },
          )
      if (personId === null) await unsetPersonOfMember(trx, memberId)
      else await setPerson(trx, { memberId, personId: await findOrAddPerson(trx, personId) })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'member.person',
        ...change,
        after: { personId, ...approved },
        address: staff.address,
      })
      return standing
    }),
  )
}
