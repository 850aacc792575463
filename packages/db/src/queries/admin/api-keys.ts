import type { Permission } from '@chuma/contract/admin/permissions'
import type { apiKey } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isSecondFactorOn } from './staff.ts'
import { isMemberFactorOn } from './staff-sessions.ts'

type ApiKey = Answer<typeof apiKey>

/** The use of a key is recorded at most this often. */
const SEEN_EVERY_MINUTES = 5
const LONGEST_LIST = 500

type KeyUse = { keyId: string; tokenHash: Buffer; address: string | null }

/**
 * Find a key that is neither revoked nor expired, nor waits for an owner after a restore. `isSeenLate`: it is time for `touchApiKey`. `isAtHome`: it may be used
 * from this address.
 */
export function findApiKey(db: Db, { keyId, tokenHash, address }: KeyUse) {
  return db
    .selectFrom('apiKey')
    .select([
      'keyId',
      'name',
      'permissions',
      'ownerStaffId',
      'ownerMemberId',
      sql<boolean>`networks is null or coalesce(${address}::inet <<= any(networks), false)`.as('isAtHome'),
      sql<boolean>`coalesce(last_used_at <= now() - make_interval(mins => ${SEEN_EVERY_MINUTES}), true)`.as(
        'isSeenLate',
      ),
    ])
    .where('keyId', '=', keyId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('restoredAt', 'is', null)
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
  ownerStaffId: string | null
  ownerMemberId: string | null
  networks: string[]
  expiresInDays: number
}

const apiKeyColumns = [
  'keyId as id',
  'name',
  'permissions',
  'createdBy',
  sql<string[]>`coalesce(networks, '{}')`.as('networks'),
  'createdAt',
  'expiresAt',
  'revokedAt',
  'restoredAt',
  'lastUsedAt',
  'lastUsedAddress',
] as const

/** Undefined when the name is taken, in any case. */
export function insertApiKey(trx: Trx, { expiresInDays, networks, ...key }: NewApiKey) {
  return trx
    .insertInto('apiKey')
    .values({
      ...key,
      networks: networks.length > 0 ? networks : null,
      expiresAt: sql<Date>`now() + make_interval(days => ${expiresInDays})`,
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

/** Let a key of a restored backup work again. Undefined when there is none that waits for it. */
export function turnOnApiKey(trx: Trx, keyId: string): Promise<ApiKey | undefined> {
  return trx
    .updateTable('apiKey')
    .set({ restoredAt: null })
    .where('keyId', '=', keyId)
    .where('revokedAt', 'is', null)
    .where('restoredAt', 'is not', null)
    .returning(apiKeyColumns)
    .executeTakeFirst()
}

type KeyOwner = { staffId: string } | { memberId: string }

/** Revoke every key of an account that loses its access. Returns their names. */
export async function revokeKeysOf(trx: Trx, owner: KeyOwner): Promise<string[]> {
  const revoked = await trx
    .updateTable('apiKey')
    .set({ revokedAt: sql<Date>`now()` })
    .where(
      'staffId' in owner ? 'ownerStaffId' : 'ownerMemberId',
      '=',
      'staffId' in owner ? owner.staffId : owner.memberId,
    )
    .where('revokedAt', 'is', null)
    .returning('name')
    .execute()
  return revoked.map(({ name }) => name)
}

/** The present role of a key's owner. Undefined when they could not sign in. */
export function findStaffOwner(db: Db, staffId: string) {
  return db
    .selectFrom('staff')
    .select(['role', isSecondFactorOn.as('isSecondFactorOn')])
    .where('staffId', '=', staffId)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`coalesce(password_expires_at > now(), true)`)
    .executeTakeFirst()
}

/** The same of a member with an admin role. */
export function findMemberOwner(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .select(['adminRole as role', isMemberFactorOn.as('isSecondFactorOn')])
    .where('memberId', '=', memberId)
    .where('suspendedAt', 'is', null)
    .where('deletionDueAt', 'is', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
}
