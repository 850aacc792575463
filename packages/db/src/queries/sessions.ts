import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { isEmailVerified, isPremium } from './members.ts'

type SessionRef = { memberId: string; tokenHash: Buffer }
type SessionTerms = { idleDays: number; seenEveryMinutes: number; isVerificationRequired: boolean }
type NewSession = SessionRef & { address: string | null; userAgent: string | null }

export function insertSession(trx: Trx, session: NewSession) {
  return trx
    .insertInto('session')
    .values({ passwordResetUntil: null, ...session, revokedAt: null })
    .execute()
}

/**
 * Who is behind a session that is open, seen within `idleDays` and of a member in good standing. `isSeenLate`: it is
 * time for `touchSession`.
 */
export function findSession(db: Db, { memberId, tokenHash }: SessionRef, terms: SessionTerms) {
  return db
    .selectFrom('session')
    .innerJoin('member', 'member.memberId', 'session.memberId')
    .select([
      'member.memberId',
      'member.email',
      isPremium.as('isPremium'),
      isEmailVerified.as('isEmailVerified'),
      'member.adminRole',
      sql<boolean>`session.last_seen_at <= now() - make_interval(mins => ${terms.seenEveryMinutes})`.as(
        'isSeenLate',
      ),
    ])
    .where('session.memberId', '=', memberId)
    .where('session.tokenHash', '=', tokenHash)
    .where('session.revokedAt', 'is', null)
    .where('session.lastSeenAt', '>', sql<Date>`now() - make_interval(days => ${terms.idleDays})`)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .$if(terms.isVerificationRequired, (query) => query.where('member.emailVerifiedAt', 'is not', null))
    .where('member.suspendedAt', 'is', null)
    .where('member.deletionDueAt', 'is', null)
    .executeTakeFirst()
}

/** Notes that a session is in use; of several calls at the same time one writes. */
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

export function revokeSession(db: Db, { memberId, tokenHash }: SessionRef) {
  return db
    .updateTable('session')
    .set({ revokedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .execute()
}
