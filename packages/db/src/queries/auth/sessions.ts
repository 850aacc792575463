import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Language } from '@chuma/contract/platform'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { announce } from '../listen.ts'

type SessionRef = { memberId: string; tokenHash: Buffer }
type SessionTerms = { idleDays: number; seenEveryMinutes: number; isVerificationRequired: boolean }
type FoundSession = {
  memberId: string
  email: string
  isPremium: boolean
  isEmailVerified: boolean
  adminRole: StaffRole | null
  language: Language | null
  isSeenLate: boolean
}
type NewSession = SessionRef & { address: string | null; userAgent: string | null }

/** More devices than anyone uses. */
const PAGE = 100

export function insertSession(trx: Trx, session: NewSession) {
  return trx.insertInto('session').values(session).execute()
}

/**
 * Find the member of an open session, seen within `idleDays`, in good standing. `isSeenLate`: it is time for
 * `touchSession`.
 */
export async function findSession(
  db: Db,
  { memberId, tokenHash }: SessionRef,
  { seenEveryMinutes, idleDays, isVerificationRequired }: SessionTerms,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select member.member_id, member.email, ${isPremium} as is_premium, ${isEmailVerified} as is_email_verified,
      member.admin_role, member_settings.language,
      session.last_seen_at <= now() - make_interval(mins => ${seenEveryMinutes}) as is_seen_late
    from session
    join member on member.member_id = session.member_id
    left join member_settings on member_settings.member_id = session.member_id
    where session.member_id = ${memberId} and session.token_hash = ${tokenHash} and session.revoked_at is null
      and session.last_seen_at > now() - make_interval(days => ${idleDays}) and session.expires_at > now()
      and (member.email_verified_at is not null or not ${isVerificationRequired}::boolean)
      and member.suspended_at is null and member.deletion_due_at is null
  `.execute(db)
  return rows[0]
}

/** Record that a session is in use; of concurrent calls one writes. */
export function touchSession(db: Db, { memberId, tokenHash }: SessionRef, terms: SessionTerms) {
  return db
    .updateTable('session')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('lastSeenAt', '<=', sql<Date>`now() - make_interval(mins => ${terms.seenEveryMinutes})`)
    .execute()
}

type StaffTerms = { maxHours: number; idleMinutes: number; seenEveryMinutes: number; stepUpMinutes: number }
type StaffSide = {
  isTotpOn: boolean
  hasPasskey: boolean
  isFresh: boolean
  isProofInTime: boolean
  isSeenLate: boolean
}

const NOTHING: StaffSide = {
  isTotpOn: false,
  hasPasskey: false,
  isFresh: false,
  isProofInTime: false,
  isSeenLate: false,
}

/**
 * Find how the session of a member with an admin role stands on the staff side. Like a staff session, a proof of the second
 * factor opens it for hours, and ends when the person is away. `isSeenLate`: it is time for `touchStaffSide`.
 */
export async function findStaffSide(
  db: Db,
  { memberId, tokenHash }: SessionRef,
  { maxHours, idleMinutes, seenEveryMinutes, stepUpMinutes }: StaffTerms,
): Promise<StaffSide> {
  const { rows } = await sql<StaffSide>`
    select exists (
        select from member_second_factor f where f.member_id = ${memberId} and f.confirmed_at is not null
      ) as is_totp_on,
      exists (select from member_passkey p where p.member_id = ${memberId}) as has_passkey,
      coalesce(stepped_up_at > now() - make_interval(mins => ${stepUpMinutes}), false) as is_fresh,
      coalesce(stepped_up_at > now() - make_interval(hours => ${maxHours})
        and staff_seen_at > now() - make_interval(mins => ${idleMinutes}), false) as is_proof_in_time,
      coalesce(staff_seen_at <= now() - make_interval(mins => ${seenEveryMinutes}), false) as is_seen_late
    from session where member_id = ${memberId} and token_hash = ${tokenHash}
  `.execute(db)
  return rows[0] ?? NOTHING
}

export function touchStaffSide(
  db: Db,
  { memberId, tokenHash }: SessionRef,
  { seenEveryMinutes }: Pick<StaffTerms, 'seenEveryMinutes'>,
) {
  return db
    .updateTable('session')
    .set({ staffSeenAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('staffSeenAt', '<=', sql<Date>`now() - make_interval(mins => ${seenEveryMinutes})`)
    .execute()
}

/** Record a fresh proof. False when the session has ended meanwhile. */
export async function stepUpSession(trx: Trx, { memberId, tokenHash }: SessionRef): Promise<boolean> {
  const steppedUp = await trx
    .updateTable('session')
    .set({ steppedUpAt: sql<Date>`now()`, staffSeenAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .returning('sessionId')
    .executeTakeFirst()
  return steppedUp !== undefined
}

/**
 * Lock a session that is still open, so that nothing ends it before the transaction does. False when it has ended. The member
 * comes first, like everywhere: ending all sessions of an account locks them in that order.
 */
export async function lockOpenSession(trx: Trx, { memberId, tokenHash }: SessionRef): Promise<boolean> {
  const { rows } = await sql`
    with owner as materialized (select from member where member_id = ${memberId} for key share)
    select from session, owner
    where session.member_id = ${memberId} and session.token_hash = ${tokenHash} and session.revoked_at is null
    for share of session
  `.execute(trx)
  return rows.length > 0
}

/** Forget the proofs of a member's sessions: they were given with the password, which no longer is one. */
export function forgetProofs(trx: Trx, memberId: string) {
  return trx.updateTable('session').set({ steppedUpAt: null }).where('memberId', '=', memberId).execute()
}

/** End a session. Returns whether it was open until now. */
export async function revokeSession(db: Db, { memberId, tokenHash }: SessionRef): Promise<boolean> {
  const ended = await endSessions(db, memberId).where('tokenHash', '=', tokenHash).executeTakeFirst()
  await announce(db, 'session_end', memberId)
  return ended.numUpdatedRows > 0n
}

/** End a session by the id that its owner sees in the list. Returns whether it was theirs, and open until now. */
export async function revokeSessionById(
  db: Db,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<boolean> {
  const ended = await endSessions(db, memberId).where('sessionId', '=', sessionId).executeTakeFirst()
  await announce(db, 'session_end', memberId)
  return ended.numUpdatedRows > 0n
}

/** End all sessions but this one, and forget all browsers. */
export async function revokeOtherSessions(db: Db, { memberId, tokenHash }: SessionRef): Promise<void> {
  await endSessions(db, memberId).where('tokenHash', '!=', tokenHash).execute()
  await announce(db, 'session_end', memberId)
  await forgetDevices(db, memberId)
}

export async function revokeAllSessions(db: Db, memberId: string): Promise<void> {
  await endSessions(db, memberId).execute()
  await announce(db, 'session_end', memberId)
  await forgetDevices(db, memberId)
}

function endSessions(db: Db, memberId: string) {
  return db
    .updateTable('session')
    .set({ revokedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
}

/** List the devices where a member is signed in, the last used first. */
export function listOpenSessions(db: Db, { memberId, tokenHash }: SessionRef, idleDays: number) {
  return db
    .selectFrom('session')
    .select((eb) => [
      'sessionId as id',
      'address',
      'userAgent',
      'createdAt',
      'lastSeenAt',
      eb('tokenHash', '=', tokenHash).$castTo<boolean>().as('isCurrent'),
    ])
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .where('lastSeenAt', '>', sql<Date>`now() - make_interval(days => ${idleDays})`)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('sessionId')
    .limit(PAGE)
    .execute()
}

/** For this many minutes the session may set a password without the old one. */
export function allowPasswordReset(trx: Trx, { memberId, tokenHash }: SessionRef, minutes: number) {
  return trx
    .updateTable('session')
    .set({ passwordResetUntil: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Whether this session is open and may still set a password without the old one. */
export async function mayResetPassword(db: Db, { memberId, tokenHash }: SessionRef): Promise<boolean> {
  const found = await db
    .selectFrom('session')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('passwordResetUntil', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

type DeviceRef = { memberId: string; tokenHash: Buffer }
type Terms = { days: number; most: number }

const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** Whether the browser with this token has logged in to the account with this address, and still counts. */
export async function isKnownDevice(db: Db, { memberId, tokenHash, email }: DeviceRef & { email: string }) {
  const found = await db
    .selectFrom('knownDevice')
    .innerJoin('member', 'member.memberId', 'knownDevice.memberId')
    .select('knownDevice.memberId')
    .where('knownDevice.memberId', '=', memberId)
    .where('knownDevice.tokenHash', '=', tokenHash)
    .where('knownDevice.expiresAt', '>', sql<Date>`now()`)
    .where('member.email', '=', email)
    .executeTakeFirst()
  return found !== undefined
}

/** Count a device's days from now. False when it was forgotten in the meantime. */
export async function touchKnownDevice(
  trx: Trx,
  { memberId, tokenHash }: DeviceRef,
  { days }: Pick<Terms, 'days'>,
): Promise<boolean> {
  const touched = await trx
    .updateTable('knownDevice')
    .set({ usedAt: sql<Date>`now()`, expiresAt: inDays(days) })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return touched.numUpdatedRows > 0n
}

/** Keep a device, and of the member's others only the last used. The caller has locked the member. */
export async function insertKnownDevice(trx: Trx, { memberId, tokenHash }: DeviceRef, { days, most }: Terms) {
  const kept = await trx
    .selectFrom('knownDevice')
    .select('tokenHash')
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('usedAt', 'desc')
    .limit(most - 1)
    .execute()
  await trx
    .deleteFrom('knownDevice')
    .where('memberId', '=', memberId)
    .$if(kept.length > 0, (query) =>
      query.where(
        'tokenHash',
        'not in',
        kept.map((device) => device.tokenHash),
      ),
    )
    .execute()
  await trx
    .insertInto('knownDevice')
    .values({ memberId, tokenHash, expiresAt: inDays(days) })
    .execute()
}

function forgetDevices(db: Db, memberId: string) {
  return db.deleteFrom('knownDevice').where('memberId', '=', memberId).execute()
}

/** Record that a browser which another member's account knows opened this one. Does nothing for a token that is not theirs. */
export async function insertSharedBrowser(
  trx: Trx,
  { memberId, otherId, tokenHash }: DeviceRef & { otherId: string },
): Promise<void> {
  const known = await trx
    .selectFrom('knownDevice')
    .select('memberId')
    .where('memberId', '=', otherId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!known) return
  await trx
    .insertInto('sharedBrowser')
    .values({ memberId, otherId })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'otherId']).doUpdateSet((eb) => ({ seenAt: eb.ref('excluded.seenAt') })),
    )
    .execute()
}

/**
 * Whether a member who has signed in before uses a browser for the first time. Version numbers are ignored: an updated browser
 * is not a new one.
 */
export async function isNewBrowser(
  trx: Trx,
  { memberId, userAgent }: { memberId: string; userAgent: string | null },
): Promise<boolean> {
  const isOther = sql<boolean>`regexp_replace(coalesce(user_agent, ''), '\\d+', '', 'g')
    <> regexp_replace(coalesce(${userAgent}, ''), '\\d+', '', 'g')`
  const { isNew } = await trx
    .selectFrom('session')
    .select(sql<boolean | null>`bool_and(${isOther})`.as('isNew'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  // Null: no sessions at all, and so nothing to compare with.
  return isNew === true
}

/** Find how to greet a member who wants notices of new devices; undefined for one who does not, or is erased. */
export function findSignInNoticeReader(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .leftJoin('memberSettings', 'memberSettings.memberId', 'member.memberId')
    .select('member.firstName')
    .where('member.memberId', '=', memberId)
    .where('member.erasedAt', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('memberSettings.mailsSignIns', eb.lit(true)), '=', true))
    .executeTakeFirst()
}

export const isEmailVerified = sql<boolean>`member.email_verified_at is not null`

/** By the database's clock, on which every process agrees. */
export const isPremium = sql<boolean>`coalesce(member.premium_until > now(), false)`
