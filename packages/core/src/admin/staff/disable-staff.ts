import type { staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { getStaffAccount, setStaffDisabled } from '@chuma/db/queries/admin/staff'
import { revokeStaffSessions } from '@chuma/db/queries/admin/staff-sessions'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { revokeKeysOf } from '../keys/revoke-keys-of.ts'
import { lockStaffForOwner, requireAnotherOwner } from './lock-staff-for-owner.ts'
import type { StaffActor } from './require-staff.ts'

/**
 * Disable an account and end all its sessions immediately. Enabling it does not restore them.
 * @throws AppError NOT_FOUND, LAST_OWNER, ACCOUNT_STATE if it is disabled already
 */
export function disableStaff(
  { db }: Deps,
  actor: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof staffAccount>> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockStaffForOwner(trx, id)
    if (locked.staff.disabledAt) throw new AppError('ACCOUNT_STATE')
    requireAnotherOwner(locked)
    await setStaffDisabled(trx, id, true)
    await revokeStaffSessions(trx, id)
    await revokeKeysOf(trx, actor, { staffId: id })
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'staff.disabled',
      subject: `staff:${locked.staff.username}`,
      before: { role: locked.staff.role },
      address: actor.address,
    })
    return getStaffAccount(trx, id)
  })
}
