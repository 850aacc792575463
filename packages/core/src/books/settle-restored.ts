import { ALL_RAILS, RESTORED } from '@chuma/contract/payouts/payout-queue'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  endAllSessions,
  type Suspended,
  suspendStaffAccess,
  unmarkRestore,
} from '@chuma/db/queries/auth/restored'
import { holdRestoredWithdrawals } from '@chuma/db/queries/payouts/holds'
import type { Deps } from '../deps.ts'
import { stopQueue } from '../payouts/queue/queue.ts'

/**
 * Prepare a restored database for use. The backup does not know later payments: nothing is paid in any way until a person has
 * compared the statements, and what waits in the backup is on hold until someone has settled it one by one.
 */
export function settleRestored({ db }: Pick<Deps, 'db'>, backup: { createdAt: string }): Promise<Suspended> {
  return db.transaction().execute(async (trx) => {
    const reason = `Restored from the backup of ${backup.createdAt}. Compare the provider's statement since then before payments go on.`
    await stopQueue(trx, ALL_RAILS, { reason, code: RESTORED, actor: 'system', address: null })
    const heldWithdrawals = await holdRestoredWithdrawals(trx)
    await endAllSessions(trx)
    const suspended = await suspendStaffAccess(trx)
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'database.restored',
      subject: 'database',
      after: {
        createdAt: backup.createdAt,
        heldWithdrawals,
        keys: suspended.keys,
        staff: suspended.staff,
        admins: suspended.admins,
      },
      address: null,
    })
    await unmarkRestore(trx)
    return suspended
  })
}
