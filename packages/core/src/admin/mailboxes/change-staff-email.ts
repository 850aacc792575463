import type { SetOwnEmailInput, SetStaffEmailInput, staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/fields'
import { getStaffAccount, lockStaff, setStaffEmail } from '@chuma/db/queries/admin/staff'
import { orRefuse } from '../../app-error.ts'
import { recordCompanyChange } from '../../approvals/company-changes.ts'
import { maskEmail } from '../../auth/security.ts'
import type { StaffAccount } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Set or remove the address of a staff account. The owners and the previous address are told.
 * @throws AppError NOT_FOUND
 */
export function changeStaffEmail(
  { db }: Pick<Deps, 'db'>,
  actor: StaffActor,
  { id, email }: SetStaffEmailInput,
): Promise<Answer<typeof staffAccount>> {
  return db.transaction().execute(async (trx) => {
    const staff = orRefuse(await lockStaff(trx, id), 'NOT_FOUND')
    if (staff.email === email) return getStaffAccount(trx, id)
    await setStaffEmail(trx, id, email)
    await recordCompanyChange(
      trx,
      {
        actor: actor.name,
        action: 'staff.email',
        subject: `staff:${staff.username}`,
        // Who reads the audit log need not know where to write to the owners.
        before: { email: staff.email && maskEmail(staff.email) },
        after: { email: email && maskEmail(email) },
        address: actor.address,
      },
      { replaced: staff.email },
    )
    return getStaffAccount(trx, id)
  })
}

/** The same for the caller's own account, whatever its role. */
export const changeOwnEmail = (deps: Pick<Deps, 'db'>, staff: StaffAccount, { email }: SetOwnEmailInput) =>
  changeStaffEmail(deps, staff, { id: staff.staffId, email })
