import type { SetPersonOfStaffInput } from '@chuma/contract/admin/people'
import type { staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf, setPersonOfStaff as setPerson } from '@chuma/db/queries/admin/people'
import { getStaffAccount } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import { lockStaffForOwner } from '../staff/lock-staff-for-owner.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { findOrAddPerson } from './find-or-add-person.ts'

/**
 * Say whose a staff account is; with null, that its person has no other. Nobody parts an account from themselves.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, INVALID_INPUT for an unknown person, APPROVAL_PENDING where company changes need two
 */
export function setPersonOfStaff(
  deps: CompanyDeps,
  staff: StaffActor,
  input: SetPersonOfStaffInput,
): Promise<Answer<typeof staffAccount>> {
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
      await setPerson(trx, id, after)
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'staff.person',
        subject,
        before,
        after: { personId: after, ...approved },
        address: staff.address,
      })
      return getStaffAccount(trx, id)
    }),
  )
}
