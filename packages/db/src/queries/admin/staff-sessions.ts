import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { hasPasskey, isSecondFactorOn, isTotpOn } from './staff.ts'
import { forgetStaffDevices } from './staff-known-devices.ts'

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
    .values({ ...session, revokedAt: null, steppedUpAt: isSteppedUp ? sql<Date>`now()` : null })
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
  return revoked !== undefined
}

/** End all sessions, and forget all browsers. */
export async function revokeStaffSessions(trx: Trx, staffId: string): Promise<void> {
  await revokeOpen(trx, staffId).execute()
  await forgetStaffDevices(trx, staffId)
}

function revokeOpen(trx: Trx, staffId: string) {
  return trx
    .updateTable('staffSession')
    .set({ revokedAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
}
