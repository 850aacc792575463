import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { FactorOwner } from '../auth/passkeys.ts'
import { announce } from '../listen.ts'
import { hasPasskey, isSecondFactorOn, isTotpOn } from './staff.ts'

/** Whether the session gave a proof within this many minutes. */
const isFresh = (minutes: number) =>
  sql<boolean>`coalesce(staff_session.stepped_up_at > now() - make_interval(mins => ${minutes}), false)`

type SessionRef = { staffId: string; tokenHash: Buffer }
type NewSession = SessionRef & { address: string | null; userAgent: string | null; isSteppedUp: boolean }
type OpenTerms = { maxHours: number; idleMinutes: number }
type SessionTerms = OpenTerms & { seenEveryMinutes: number; stepUpMinutes: number }

const isInTime = ({ maxHours, idleMinutes }: OpenTerms) => sql<boolean>`(
  staff_session.created_at > now() - make_interval(hours => ${maxHours})
  and staff_session.last_seen_at > now() - make_interval(mins => ${idleMinutes})
)`

/** `isSteppedUp`: its owner has just proved who they are. */
export function insertStaffSession(trx: Trx, { isSteppedUp, ...session }: NewSession) {
  return trx
    .insertInto('staffSession')
    .values({ ...session, steppedUpAt: isSteppedUp ? sql<Date>`now()` : null })
    .execute()
}

/**
 * Find the account of an open staff session, within its terms, of someone who is not disabled. `isSeenLate`: it is
 * time for `touchStaffSession`.
 */
export function findStaffSession(db: Db, { staffId, tokenHash }: SessionRef, terms: SessionTerms) {
  return db
    .selectFrom('staffSession')
    .innerJoin('staff', 'staff.staffId', 'staffSession.staffId')
    .select([
      'staff.staffId',
      'staff.username',
      'staff.role',
      'staff.email',
      'staff.passwordExpiresAt',
      isSecondFactorOn.as('isSecondFactorOn'),
      isTotpOn.as('isTotpOn'),
      hasPasskey.as('hasPasskey'),
      isFresh(terms.stepUpMinutes).as('isFresh'),
      sql<boolean>`staff_session.last_seen_at <= now() - make_interval(mins => ${terms.seenEveryMinutes})`.as(
        'isSeenLate',
      ),
    ])
    .where('staffSession.staffId', '=', staffId)
    .where('staffSession.tokenHash', '=', tokenHash)
    .where('staffSession.revokedAt', 'is', null)
    .where(isInTime(terms))
    .where('staff.disabledAt', 'is', null)
    .executeTakeFirst()
}

export function touchStaffSession(db: Db, { staffId, tokenHash }: SessionRef, terms: SessionTerms) {
  return db
    .updateTable('staffSession')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('lastSeenAt', '<=', sql<Date>`now() - make_interval(mins => ${terms.seenEveryMinutes})`)
    .execute()
}

/** Record a fresh proof. False when the session has ended meanwhile. */
export async function stepUpStaffSession(trx: Trx, { staffId, tokenHash }: SessionRef): Promise<boolean> {
  const steppedUp = await trx
    .updateTable('staffSession')
    .set({ steppedUpAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .returning('sessionId')
    .executeTakeFirst()
  return steppedUp !== undefined
}

/** List open sessions, newest first. */
export function listStaffSessions(db: Db, { staffId, tokenHash }: SessionRef, terms: OpenTerms) {
  return db
    .selectFrom('staffSession')
    .select((eb) => [
      'sessionId as id',
      'createdAt',
      'lastSeenAt',
      'address',
      'userAgent',
      eb('tokenHash', '=', tokenHash).$castTo<boolean>().as('isCurrent'),
    ])
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
    .where(isInTime(terms))
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
}

/** False when it had already ended. */
export async function revokeStaffSession(trx: Trx, { staffId, tokenHash }: SessionRef): Promise<boolean> {
  const revoked = await revokeOpen(trx, staffId)
    .where('tokenHash', '=', tokenHash)
    .returning('sessionId')
    .executeTakeFirst()
  await announce(trx, 'session_end', staffId)
  return revoked !== undefined
}

/** False when they have no such open session. */
export async function revokeStaffSessionById(
  trx: Trx,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<boolean> {
  const revoked = await revokeOpen(trx, staffId)
    .where('sessionId', '=', sessionId)
    .returning('sessionId')
    .executeTakeFirst()
  await announce(trx, 'session_end', staffId)
  return revoked !== undefined
}

/** End all sessions, and forget all browsers. */
export async function revokeStaffSessions(trx: Trx, staffId: string): Promise<void> {
  await revokeOpen(trx, staffId).execute()
  await announce(trx, 'session_end', staffId)
  await forgetStaffDevices(trx, staffId)
}

function revokeOpen(trx: Trx, staffId: string) {
  return trx
    .updateTable('staffSession')
    .set({ revokedAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
}

type DeviceRef = { staffId: string; tokenHash: Buffer }
type Terms = { days: number; most: number }

const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** Whether the browser with this token has logged in to the account of this name, and still counts. */
export async function isKnownStaffDevice(
  db: Db,
  { staffId, tokenHash, username }: DeviceRef & { username: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('staffKnownDevice')
    .innerJoin('staff', 'staff.staffId', 'staffKnownDevice.staffId')
    .select('staff.staffId')
    .where('staffKnownDevice.staffId', '=', staffId)
    .where('staffKnownDevice.tokenHash', '=', tokenHash)
    .where('staffKnownDevice.expiresAt', '>', sql<Date>`now()`)
    .where('staff.username', '=', username)
    .executeTakeFirst()
  return found !== undefined
}

/** Count a device's days from now. False when it was forgotten in the meantime. */
export async function touchStaffDevice(
  trx: Trx,
  { staffId, tokenHash }: DeviceRef,
  { days }: Pick<Terms, 'days'>,
): Promise<boolean> {
  const touched = await trx
    .updateTable('staffKnownDevice')
    .set({ usedAt: sql<Date>`now()`, expiresAt: inDays(days) })
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return touched.numUpdatedRows > 0n
}

/** Keep a device, and of the account's others only the last used. The caller has locked the account. */
export async function insertStaffDevice(trx: Trx, { staffId, tokenHash }: DeviceRef, { days, most }: Terms) {
  await trx
    .deleteFrom('staffKnownDevice')
    .where('staffId', '=', staffId)
    .where('tokenHash', 'not in', (eb) =>
      eb
        .selectFrom('staffKnownDevice as kept')
        .select('kept.tokenHash')
        .where('kept.staffId', '=', staffId)
        .where('kept.expiresAt', '>', sql<Date>`now()`)
        .orderBy('kept.usedAt', 'desc')
        .limit(most - 1),
    )
    .execute()
  await trx
    .insertInto('staffKnownDevice')
    .values({ staffId, tokenHash, expiresAt: inDays(days) })
    .execute()
}

function forgetStaffDevices(trx: Trx, staffId: string) {
  return trx.deleteFrom('staffKnownDevice').where('staffId', '=', staffId).execute()
}

/** Who may have an authenticator app: also someone of a client, who has no passkeys. */
export type CodeOwner = FactorOwner | { kind: 'client'; id: string }

/** Whether a member, in a query of `member`, has a second factor: an authenticator app or a passkey. */
export const isMemberFactorOn = sql<boolean>`(
  exists (select from member_second_factor f where f.member_id = member.member_id and f.confirmed_at is not null)
  or exists (select from member_passkey p where p.member_id = member.member_id)
)`

const TABLES = {
  staff: {
    factors: sql`staff_second_factor`,
    passkeys: sql`staff_passkey`,
    codes: sql`staff_recovery_code`,
    column: sql`staff_id`,
  },
  member: {
    factors: sql`member_second_factor`,
    passkeys: sql`member_passkey`,
    codes: sql`member_recovery_code`,
    column: sql`member_id`,
  },
  client: {
    factors: sql`client_second_factor`,
    passkeys: null,
    codes: sql`client_recovery_code`,
    column: sql`user_id`,
  },
}

/** The tables of a factor, and which of their rows are its owner's. */
function rowsOf({ kind, id }: CodeOwner) {
  const { column } = TABLES[kind]
  return { ...TABLES[kind], id, are: sql`${column} = ${id}::uuid` }
}

/** Store an unconfirmed secret, in place of an earlier unconfirmed one. False when a factor is already on. */
export async function insertSecondFactor(trx: Trx, owner: CodeOwner, secret: string): Promise<boolean> {
  const { factors, column, id } = rowsOf(owner)
  const { rows } = await sql`
    insert into ${factors} as f (${column}, secret) values (${id}, ${secret})
    on conflict (${column}) do update set secret = excluded.secret, last_step = 0 where f.confirmed_at is null
    returning 1
  `.execute(trx)
  return rows.length > 0
}

type LockedFactor = { secret: string; isOn: boolean; nowSeconds: number }

/**
 * Includes the database's seconds, which are the same for all processes. Locks the row: a key rotation must not seal the
 * secret again before its code is spent.
 */
export async function lockSecondFactor(trx: Trx, owner: CodeOwner): Promise<LockedFactor | undefined> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql<LockedFactor>`
    select secret, confirmed_at is not null as is_on, extract(epoch from now())::bigint as now_seconds
    from ${factors} where ${are} for update
  `.execute(trx)
  return rows[0]
}

export async function hasSecondFactor(trx: Trx, owner: CodeOwner): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql`select from ${factors} where ${are} and confirmed_at is not null`.execute(trx)
  return rows.length > 0
}

type Proof = CodeOwner & { secret: string; step: number }

/** Turn on the secret that the code belongs to, unless another has replaced it. */
export async function confirmSecondFactor(trx: Trx, { secret, step, ...owner }: Proof): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${factors} set confirmed_at = now(), last_step = ${step}
    where ${are} and secret = ${secret} and confirmed_at is null returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Use up a step: of concurrent calls with the same code one succeeds. Using a newer step uses up the older ones. */
export async function spendStep(trx: Trx, { secret, step, ...owner }: Proof): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${factors} set last_step = ${step}
    where ${are} and secret = ${secret} and confirmed_at is not null and last_step < ${step} returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Remove the authenticator app, and the recovery codes if no passkey is left to recover. */
export async function deleteSecondFactor(trx: Trx, owner: CodeOwner): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql<{ wasOn: boolean }>`
    delete from ${factors} where ${are} returning confirmed_at is not null as was_on
  `.execute(trx)
  await deleteUnneededRecoveryCodes(trx, owner)
  return rows.some(({ wasOn }) => wasOn)
}

/** Remove the recovery codes of an account that has no factor. */
export async function deleteUnneededRecoveryCodes(trx: Trx, owner: CodeOwner): Promise<void> {
  const { factors, passkeys, codes, are } = rowsOf(owner)
  const hasPasskey = passkeys ? sql`exists (select from ${passkeys} where ${are})` : sql`false`
  await sql`
    delete from ${codes} where ${are} and not ${hasPasskey}
      and not exists (select from ${factors} where ${are} and confirmed_at is not null)
  `.execute(trx)
}

export async function replaceRecoveryCodes(trx: Trx, owner: CodeOwner, codeHashes: Buffer[]): Promise<void> {
  const { codes, column, id, are } = rowsOf(owner)
  await sql`delete from ${codes} where ${are}`.execute(trx)
  const values = codeHashes.map((codeHash) => sql`(${id}, ${codeHash})`)
  await sql`insert into ${codes} (${column}, code_hash) values ${sql.join(values)}`.execute(trx)
}

export async function spendRecoveryCode(trx: Trx, owner: CodeOwner, codeHash: Buffer): Promise<boolean> {
  const { codes, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${codes} set used_at = now() where ${are} and code_hash = ${codeHash} and used_at is null returning 1
  `.execute(trx)
  return rows.length > 0
}

export async function countRecoveryCodes(trx: Trx, owner: CodeOwner): Promise<number> {
  const { codes, are } = rowsOf(owner)
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from ${codes} where ${are} and used_at is null
  `.execute(trx)
  return Number(rows[0]?.left)
}
