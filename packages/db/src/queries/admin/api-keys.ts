import type { apiKey } from '@chuma/contract/admin/api-keys'
import type { Permission } from '@chuma/contract/admin/permissions'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type ApiKey = Answer<typeof apiKey>

/** The use of a key is recorded at most this often. */
const SEEN_EVERY_MINUTES = 5
const LONGEST_LIST = 500

/** Find a key that is neither revoked nor expired. `isSeenLate`: it is time for `touchApiKey`. */
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

type NewApiKey = {
  keyId: string
  name: string
  tokenHash: Buffer
  permissions: Permission[]
  createdBy: string
  expiresInDays: number
}

const apiKeyColumns = [
  'keyId as id',
  'name',
  'permissions',
  'createdBy',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
  'lastUsedAddress',
] as const

/** Undefined when the name is taken, in any case. */
export function insertApiKey(trx: Trx, { expiresInDays, ...key }: NewApiKey): Promise<ApiKey | undefined> {
  return trx
    .insertInto('apiKey')
    .values({
      ...key,
      expiresAt: sql<Date>`now() + make_interval(days => ${expiresInDays})`,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedAddress: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(apiKeyColumns)
    .executeTakeFirst()
}

/** List working keys first, then newest first. */
export function listApiKeys(db: Db): Promise<ApiKey[]> {
  return db
    .selectFrom('apiKey')
    .select(apiKeyColumns)
    .orderBy(sql`revoked_at is null and expires_at > now()`, 'desc')
    .orderBy('createdAt', 'desc')
    .limit(LONGEST_LIST)
    .execute()
}

/** Undefined when there is no such key to revoke. */
export function revokeApiKey(trx: Trx, keyId: string): Promise<ApiKey | undefined> {
  return trx
    .updateTable('apiKey')
    .set({ revokedAt: sql<Date>`now()` })
    .where('keyId', '=', keyId)
    .where('revokedAt', 'is', null)
    .returning(apiKeyColumns)
    .executeTakeFirst()
}
