import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { endAllSessions } from '@chuma/db/queries/auth/restored'
import type { Deps } from '../deps.ts'
import { stopQueue } from '../payouts/queue/stop-queue.ts'

const SENDERS = ['daraja', 'simulator']

/**
 * Prepare a restored database for use. The backup does not know later payments: a waiting payout may have been paid, so the
 * queue is stopped until a person has compared the provider's statement.
 */
export function settleRestored({ db }: Pick<Deps, 'db'>, backup: { createdAt: string }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const reason = `Restored from the backup of ${backup.createdAt}. Compare the provider's statement since then before payments go on.`
    for (const provider of SENDERS) {
      await stopQueue(trx, provider, { reason, code: null, actor: 'system', address: null })
    }
    await endAllSessions(trx)
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'database.restored',
      subject: 'database',
      after: { createdAt: backup.createdAt },
      address: null,
    })
  })
}
