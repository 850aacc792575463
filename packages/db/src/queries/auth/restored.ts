import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/**
 * End all sessions and links and forget all devices after a restore, which would undo every log-out, new password and used
 * link since the backup.
 */
export async function endAllSessions(trx: Trx): Promise<void> {
  const now = sql<Date>`now()`
  await trx.updateTable('session').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('staffSession').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('clientSession').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('clientLink').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('oneTimeLink').set({ expiresAt: now }).where('expiresAt', '>', now).execute()
  await trx.deleteFrom('knownDevice').execute()
  await trx.deleteFrom('staffKnownDevice').execute()
}
