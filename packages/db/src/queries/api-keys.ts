import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** The use of a key is written down no more often than this. */
const SEEN_EVERY_MINUTES = 5

/** A key that is neither revoked nor past its day. `isSeenLate`: it is time for `touchApiKey`. */
export function findApiKey(db: Db, { keyId, tokenHash }: { keyId: string; tokenHash: Buffer }) {
  return db
    .selectFrom('apiKey')
    .select([
      'keyId',
      'name',
      'permissions',
      sql<boolean>`coalesce(last_used_at <= now() - make_interval(mins => ${SEEN_EVERY_MINUTES}), true)`.as(
        'isSeenLate',
      ),
    ])
    .where('keyId', '=', keyId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export function touchApiKey(db: Db, { keyId, address }: { keyId: string; address: string | null }) {
  return db
    .updateTable('apiKey')
    .set({ lastUsedAt: sql<Date>`now()`, lastUsedAddress: address })
    .where('keyId', '=', keyId)
    .execute()
}
