import type { SetPersonOfStaffInput } from '@chuma/contract/admin/people'
import type { staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf, setPersonOfStaff as setPerson } from '@chuma/db/queries/admin/people'
import { getStaffAccount } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockStaffForOwner } from '../staff/lock-staff-for-owner.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { findOrAddPerson } from './find-or-add-person.ts'

/**
 * Say whose a staff account is; with null, that its person has no other. Nobody parts an account from themselves.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, INVALID_INPUT for an unknown person
 */
export function setPersonOfStaff(
  { db }: Pick<Deps, 'db'>,
  actor: StaffActor,
  { id, personId }: SetPersonOfStaffInput,
): Promise<Answer<typeof staffAccount>> {
  return db.transaction().execute(async (trx) => {
    const { staff } = await lockStaffForOwner(trx, id)
    if (staff.personId === (await findPersonOf(trx, actor.name))) throw new AppError('OWN_ACCOUNT')
    const after = await findOrAddPerson(trx, personId)
    await setPerson(trx, id, after)
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'staff.person',
      subject: `staff:${staff.username}`,
      before: { personId: staff.personId },
      after: { personId: after },
      address: actor.address,
    })
    return getStaffAccount(trx, id)
  })
}
