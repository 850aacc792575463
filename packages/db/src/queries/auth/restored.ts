import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Whoever signed out, changed a password or followed a link since the copy was made would be undone by it. */
export async function endAllSessions(trx: Trx): Promise<void> {
  const now = sql<Date>`now()`
  await trx.updateTable('session').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('staffSession').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('oneTimeLink').set({ expiresAt: now }).where('expiresAt', '>', now).execute()
}
