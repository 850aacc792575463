import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Credential = { staffId: string; credentialId: Buffer }
type NewPasskey = Credential & { publicKey: Buffer; signCount: number; transports: string[]; name: string }
type Challenge = {
  staffId: string
  sessionHash: Buffer | null
  purpose: 'register' | 'log-in' | 'step-up'
}

const passkeyColumns = ['passkeyId as id', 'name', 'createdAt', 'lastUsedAt'] as const

export function listPasskeys(db: Db, staffId: string) {
  return db
    .selectFrom('staffPasskey')
    .select(passkeyColumns)
    .where('staffId', '=', staffId)
    .orderBy('createdAt')
    .limit(100)
    .execute()
}

export function listCredentials(db: Db, staffId: string) {
  return db
    .selectFrom('staffPasskey')
    .select(['credentialId', 'transports'])
    .where('staffId', '=', staffId)
    .limit(100)
    .execute()
}

export function findPasskey(db: Db, { staffId, credentialId }: Credential) {
  return db
    .selectFrom('staffPasskey')
    .select(['publicKey', 'signCount'])
    .where('staffId', '=', staffId)
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
}

export async function hasPasskey(trx: Trx, staffId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('staffPasskey')
    .select('passkeyId')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return found !== undefined
}

/** Undefined when the authenticator is registered already, by anyone. */
export function insertPasskey(trx: Trx, passkey: NewPasskey) {
  return trx
    .insertInto('staffPasskey')
    .values({ ...passkey, lastUsedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()
}

/**
 * Record a use. False when the passkey is gone, or its counter did not advance: then there are two of it. Authenticators that
 * keep no counter always send 0.
 */
export async function markPasskeyUsed(
  trx: Trx,
  { staffId, credentialId, signCount }: Credential & { signCount: number },
): Promise<boolean> {
  const used = await trx
    .updateTable('staffPasskey')
    .set({ signCount, lastUsedAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('credentialId', '=', credentialId)
    .where((eb) =>
      eb.or([eb('signCount', '<', signCount), eb.and([eb('signCount', '=', 0), eb.lit(signCount === 0)])]),
    )
    .returning('passkeyId')
    .executeTakeFirst()
  return used !== undefined
}

/** Undefined when they have no such passkey. */
export function deletePasskey(trx: Trx, { staffId, id }: { staffId: string; id: string }) {
  return trx
    .deleteFrom('staffPasskey')
    .where('staffId', '=', staffId)
    .where('passkeyId', '=', id)
    .returning(passkeyColumns)
    .executeTakeFirst()
}

export async function deletePasskeys(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staffPasskey').where('staffId', '=', staffId).execute()
}

/** Also removes the account's expired challenges, which nobody answered. */
export async function insertChallenge(
  db: Db,
  { minutes, ...challenge }: Challenge & { challengeHash: Buffer; minutes: number },
): Promise<void> {
  await db
    .deleteFrom('staffPasskeyChallenge')
    .where('staffId', '=', challenge.staffId)
    .where('expiresAt', '<', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('staffPasskeyChallenge')
    .values({ ...challenge, expiresAt: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute()
}

/** Use up a challenge, also if the answer to it turns out to be wrong. */
export function takeChallenge(db: Db, challengeHash: Buffer) {
  return db
    .deleteFrom('staffPasskeyChallenge')
    .where('challengeHash', '=', challengeHash)
    .returning(['staffId', 'sessionHash', 'purpose', sql<boolean>`expires_at > now()`.as('isInTime')])
    .executeTakeFirst()
}
