import type { SetStaffRoleInput, staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { getStaffAccount, updateStaffRole } from '@chuma/db/queries/admin/staff'
import type { Deps } from '../../deps.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { lockStaffForOwner, requireAnotherOwner } from './lock-staff-for-owner.ts'
import type { StaffActor } from './require-staff.ts'

/**
 * Change an account's role, from its next call on.
 * @throws AppError NOT_FOUND, LAST_OWNER
 */
export function setStaffRole(
  { db }: Deps,
  actor: StaffActor,
  { id, role }: SetStaffRoleInput,
): Promise<Answer<typeof staffAccount>> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockStaffForOwner(trx, id)
    if (role !== 'owner') requireAnotherOwner(locked)
    await updateStaffRole(trx, id, role)
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'staff.role',
      subject: `staff:${locked.staff.username}`,
      before: { role: locked.staff.role },
      after: { role },
      address: actor.address,
    })
    return getStaffAccount(trx, id)
  })
}
