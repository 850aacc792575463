import type { staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { getStaffAccount, setStaffDisabled } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { lockStaffForOwner } from './lock-staff-for-owner.ts'
import type { StaffActor } from './require-staff.ts'

/**
 * Enable an account with its previous password and second factor.
 * @throws AppError NOT_FOUND, ACCOUNT_STATE if it is not disabled
 */
export function enableStaff(
  { db }: Deps,
  actor: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof staffAccount>> {
  return db.transaction().execute(async (trx) => {
    const { staff } = await lockStaffForOwner(trx, id)
    if (!staff.disabledAt) throw new AppError('ACCOUNT_STATE')
    await setStaffDisabled(trx, id, false)
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'staff.enabled',
      subject: `staff:${staff.username}`,
      address: actor.address,
    })
    return getStaffAccount(trx, id)
  })
}
