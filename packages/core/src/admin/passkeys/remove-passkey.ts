import type { passkey } from '@chuma/contract/admin/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deletePasskey } from '@chuma/db/queries/admin/passkeys'
import { deleteUnneededRecoveryCodes } from '@chuma/db/queries/admin/second-factors'
import { lockStaff } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffAccount } from '../staff/require-staff.ts'

/**
 * Remove one of the account's passkeys. With the last factor the recovery codes go too.
 * @throws AppError NOT_FOUND
 */
export function removePasskey(
  { db }: Deps,
  { staffId, name: actor, address }: StaffAccount,
  { id }: { id: string },
): Promise<Answer<typeof passkey>> {
  return db.transaction().execute(async (trx) => {
    await lockStaff(trx, staffId)
    const removed = await deletePasskey(trx, { staffId, id })
    if (!removed) throw new AppError('NOT_FOUND', { what: 'passkey' })
    await deleteUnneededRecoveryCodes(trx, staffId)
    await insertAuditEntry(trx, {
      actor,
      action: 'passkey.removed',
      subject: actor,
      before: { name: removed.name },
      address,
    })
    return removed
  })
}
