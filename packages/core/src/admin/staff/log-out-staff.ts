import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import type { StaffAccount } from './require-staff.ts'

/** End the staff session of this call. */
export async function logOutStaff({ db }: Deps, staff: StaffAccount): Promise<{ message: Notice }> {
  const { name, address } = staff
  await db.transaction().execute(async (trx) => {
    const isEnded = await revokeStaffSession(trx, staff)
    if (isEnded) await insertAuditEntry(trx, { actor: name, action: 'log-out', subject: name, address })
  })
  return { message: notice('SIGNED_OUT') }
}
