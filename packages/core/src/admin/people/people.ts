import type { SetPersonOfMemberInput, SetPersonOfStaffInput } from '@chuma/contract/admin/staff'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getStaffAccount } from '@chuma/db/queries/admin/staff'
import {
  findPersonOf,
  insertPerson,
  isPerson,
  setPersonOfMember as setPerson,
  setPersonOfStaff as setStoredPerson,
  unsetPersonOfMember,
} from '@chuma/db/queries/auth/people'
import { lockStanding } from '../../account/members.ts'
import { AppError, invalidField } from '../../app-error.ts'
import { type CompanyDeps, passCompanyChange } from '../../approvals/company-changes.ts'
import { orAskAnother } from '../../approvals/or-ask-another.ts'
import type { StaffActor } from '../../caller.ts'
import { lockStaffForOwner } from '../staff/staff-sessions.ts'

/**
 * Say that a member's account belongs to a person on the staff, so that they decide nothing about it; with null, that it is
 * nobody's. Nobody parts an account from themselves.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, APPROVAL_PENDING where company changes need two people, INVALID_INPUT for an unknown person, or for nobody behind an admin role
 */
export function setPersonOfMember(deps: CompanyDeps, staff: StaffActor, input: SetPersonOfMemberInput) {
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
      await recordAct(trx, staff, { action: 'member.person', ...change, after: { personId, ...approved } })
      return standing
    }),
  )
}

/**
 * Find the person whose account this is to be. Null adds a person without another account.
 * @throws AppError INVALID_INPUT for a person who does not exist
 */
export async function findOrAddPerson(trx: Trx, personId: string | null): Promise<string> {
  if (personId === null) return insertPerson(trx)
  if (!(await isPerson(trx, personId))) throw invalidField('personId', 'PERSON_UNKNOWN')
  return personId
}

/**
 * Say whose a staff account is; with null, that its person has no other. Nobody parts an account from themselves.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, INVALID_INPUT for an unknown person, APPROVAL_PENDING where company changes need two
 */
export function setPersonOfStaff(deps: CompanyDeps, staff: StaffActor, input: SetPersonOfStaffInput) {
  const { id, personId } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { staff: account } = await lockStaffForOwner(trx, id)
      const before = { personId: account.personId }
      if (before.personId === (await findPersonOf(trx, staff.name))) throw new AppError('OWN_ACCOUNT')
      const subject = `staff:${account.username}`
      const approved = await passCompanyChange(
        { deps, trx, staff },
        { kind: 'set-person-of-staff', subject, payload: input, before, after: { personId } },
      )
      const after = await findOrAddPerson(trx, personId)
      await setStoredPerson(trx, id, after)
      await recordAct(trx, staff, {
        action: 'staff.person',
        subject,
        before,
        after: { personId: after, ...approved },
      })
      return getStaffAccount(trx, id)
    }),
  )
}
