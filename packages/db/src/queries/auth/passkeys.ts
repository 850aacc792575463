import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Credential = FactorOwner & { credentialId: Buffer }
type NewPasskey = Credential & { publicKey: Buffer; signCount: number; transports: string[]; name: string }
type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** An answer counts for this account, session and purpose. `id`, null: a log-in of members, which names nobody. */
export type Bound = {
  kind: FactorOwner['kind']
  id: string | null
  sessionHash: Buffer | null
  purpose: 'register' | 'log-in' | 'step-up'
}

const TABLES = {
  staff: { passkeys: sql`staff_passkey`, challenges: sql`staff_passkey_challenge`, column: sql`staff_id` },
  member: {
    passkeys: sql`member_passkey`,
    challenges: sql`member_passkey_challenge`,
    column: sql`member_id`,
  },
}
const columns = sql`passkey_id as id, name, created_at, last_used_at`

/** The table of passkeys, and which of its rows are the owner's. */
function rowsOf({ kind, id }: FactorOwner) {
  const { passkeys, column } = TABLES[kind]
  return { passkeys, column, are: sql`${column} = ${id}::uuid` }
}

export async function listPasskeys(db: Db, owner: FactorOwner): Promise<Passkey[]> {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql<Passkey>`
    select ${columns} from ${passkeys} where ${are} order by created_at limit 100
  `.execute(db)
  return rows
}

type StoredCredential = { credentialId: Buffer; transports: string[] }

export async function listCredentials(db: Db, owner: FactorOwner): Promise<StoredCredential[]> {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql<StoredCredential>`
    select credential_id, transports from ${passkeys} where ${are} limit 100
  `.execute(db)
  return rows
}

type StoredKey = { publicKey: Buffer; signCount: number }

export async function findPasskey(db: Db, { credentialId, ...owner }: Credential) {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql<StoredKey>`
    select public_key, sign_count from ${passkeys} where ${are} and credential_id = ${credentialId}
  `.execute(db)
  return rows[0]
}

export async function countPasskeys(db: Db, owner: FactorOwner): Promise<number> {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql<{ count: number }>`select count(*) from ${passkeys} where ${are}`.execute(db)
  return Number(rows[0]?.count)
}

/** Undefined when the account, or another of the staff, has registered the authenticator already. */
export async function insertPasskey(
  trx: Trx,
  { credentialId, publicKey, signCount, transports, name, ...owner }: NewPasskey,
): Promise<Passkey | undefined> {
  const { passkeys, column } = rowsOf(owner)
  const { rows } = await sql<Passkey>`
    insert into ${passkeys} (${column}, credential_id, public_key, sign_count, transports, name)
    values (${owner.id}, ${credentialId}, ${publicKey}, ${signCount}, ${transports}, ${name})
    on conflict do nothing returning ${columns}
  `.execute(trx)
  return rows[0]
}

/**
 * Record a use. False when the passkey is gone, or its counter did not advance: then there are two of it. Authenticators that
 * keep no counter always send 0.
 */
export async function markPasskeyUsed(
  trx: Trx,
  { credentialId, signCount, ...owner }: Credential & { signCount: number },
): Promise<boolean> {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${passkeys} set sign_count = ${signCount}, last_used_at = now()
    where ${are} and credential_id = ${credentialId}
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0))
    returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Undefined when they have no such passkey. */
export async function deletePasskey(trx: Trx, { owner, id }: { owner: FactorOwner; id: string }) {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql<Passkey>`
    delete from ${passkeys} where ${are} and passkey_id = ${id}::uuid returning ${columns}
  `.execute(trx)
  return rows[0]
}

/** Returns their names. */
export async function deletePasskeys(trx: Trx, owner: FactorOwner): Promise<string[]> {
  const { passkeys, are } = rowsOf(owner)
  const { rows } = await sql<{ name: string }>`delete from ${passkeys} where ${are} returning name`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}

/** Delete those of a member that were added since. Returns their names. */
export async function deletePasskeysSince(trx: Trx, { memberId, since }: { memberId: string; since: Date }) {
  const removed = await trx
    .deleteFrom('memberPasskey')
    .where('memberId', '=', memberId)
    .where('createdAt', '>=', since)
    .returning('name')
    .execute()
  return removed.map(({ name }) => name)
}

/** Whether a member has a second factor that is older. */
export async function hasFactorBefore(trx: Trx, { memberId, since }: { memberId: string; since: Date }) {
  const { rows } = await sql`
    select from member_passkey where member_id = ${memberId} and created_at < ${since}
    union all
    select from member_second_factor where member_id = ${memberId} and confirmed_at < ${since}
    limit 1
  `.execute(trx)
  return rows.length > 0
}

/** Also removes some of the expired challenges, which nobody answered. */
export async function insertChallenge(
  db: Db,
  {
    kind,
    id,
    sessionHash,
    purpose,
    challengeHash,
    minutes,
  }: Bound & { challengeHash: Buffer; minutes: number },
): Promise<void> {
  const { challenges, column } = TABLES[kind]
  await sql`
    delete from ${challenges} where challenge_hash in (
      select challenge_hash from ${challenges} where expires_at < now() limit 20 for update skip locked
    )
  `.execute(db)
  await sql`
    insert into ${challenges} (challenge_hash, ${column}, session_hash, purpose, expires_at)
    values (${challengeHash}, ${id}, ${sessionHash}, ${purpose}, now() + make_interval(mins => ${minutes}))
  `.execute(db)
}

type TakenChallenge = Omit<Bound, 'kind'> & { isInTime: boolean }

/** Use up a challenge, also if the answer to it turns out to be wrong. */
export async function takeChallenge(
  db: Db,
  { kind, challengeHash }: { kind: FactorOwner['kind']; challengeHash: Buffer },
): Promise<TakenChallenge | undefined> {
  const { challenges, column } = TABLES[kind]
  const { rows } = await sql<TakenChallenge>`
    delete from ${challenges} where challenge_hash = ${challengeHash}
    returning ${column} as id, session_hash, purpose, expires_at > now() as is_in_time
  `.execute(db)
  return rows[0]
}

/** Whose second factor: that of a staff account, or of a member with an admin role. */
export type FactorOwner = { kind: 'staff' | 'member'; id: string }
