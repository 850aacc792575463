import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeStaffSessionById } from '@chuma/db/queries/admin/staff-sessions'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import type { StaffAccount } from './require-staff.ts'

/**
 * Sign one of the account's devices out, immediately.
 * @throws AppError NOT_FOUND if it is signed out already, or belongs to someone else
 */
export async function endStaffSession(
  { db }: Deps,
  { staffId, name, address }: StaffAccount,
  { id }: { id: string },
): Promise<{ message: Notice }> {
  await db.transaction().execute(async (trx) => {
    if (!(await revokeStaffSessionById(trx, { staffId, sessionId: id }))) throw new AppError('NOT_FOUND')
    await insertAuditEntry(trx, {
      actor: name,
      action: 'session.ended',
      subject: name,
      after: { sessionId: id },
      address,
    })
  })
  return { message: notice('DEVICE_SIGNED_OUT') }
}
