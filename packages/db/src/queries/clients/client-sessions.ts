import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { hasFactor } from './clients.ts'

type SessionRef = { userId: string; tokenHash: Buffer }
type OpenTerms = { maxHours: number; idleMinutes: number }
type Terms = OpenTerms & { seenEveryMinutes: number }

const isInTime = ({ maxHours, idleMinutes }: OpenTerms) => sql<boolean>`(
  client_session.created_at > now() - make_interval(hours => ${maxHours})
  and client_session.last_seen_at > now() - make_interval(mins => ${idleMinutes})
)`

export function insertClientSession(
  trx: Trx,
  session: SessionRef & { linkId: string | null; address: string | null; userAgent: string | null },
) {
  return trx
    .insertInto('clientSession')
    .values({ ...session, revokedAt: null })
    .execute()
}

/** Find who an open session belongs to. `surveyId`: of the link that it came by. */
export function findClientSession(db: Db, { userId, tokenHash }: SessionRef, terms: Terms) {
  return db
    .selectFrom('clientSession')
    .innerJoin('clientUser', 'clientUser.userId', 'clientSession.userId')
    .innerJoin('clientOrganisation', 'clientOrganisation.organisationId', 'clientUser.organisationId')
    .leftJoin('clientLink', 'clientLink.linkId', 'clientSession.linkId')
    .select([
      'clientUser.userId',
      'clientUser.organisationId',
      'clientUser.name',
      'clientUser.email',
      'clientOrganisation.name as organisation',
      'clientLink.surveyId',
      'clientSession.linkId',
      sql<boolean>`client_user.password_hash is not null`.as('hasPassword'),
      hasFactor(sql`client_user.user_id`).as('isSecondFactorOn'),
      sql<boolean>`client_session.last_seen_at <= now() - make_interval(mins => ${terms.seenEveryMinutes})`.as(
        'isSeenLate',
      ),
    ])
    .where('clientSession.userId', '=', userId)
    .where('clientSession.tokenHash', '=', tokenHash)
    .where('clientSession.revokedAt', 'is', null)
    .where('clientUser.removedAt', 'is', null)
    .where(isInTime(terms))
    .executeTakeFirst()
}

/** Whether nobody ended a session that was found before. */
export async function isClientSessionOpen(trx: Trx, { userId, tokenHash }: SessionRef): Promise<boolean> {
  const found = await trx
    .selectFrom('clientSession')
    .select('sessionId')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export function touchClientSession(db: Db, { userId, tokenHash }: SessionRef) {
  return db
    .updateTable('clientSession')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .execute()
}

/** List open sessions, newest first. */
export function listClientSessions(db: Db, { userId, tokenHash }: SessionRef, terms: OpenTerms) {
  return db
    .selectFrom('clientSession')
    .select((eb) => [
      'sessionId as id',
      'createdAt',
      'lastSeenAt',
      'address',
      'userAgent',
      eb('tokenHash', '=', tokenHash).$castTo<boolean>().as('isCurrent'),
      eb('linkId', 'is not', null).$castTo<boolean>().as('isByLink'),
    ])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where(isInTime(terms))
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
}

type Which = { tokenHash: Buffer } | { sessionId: string } | { exceptHash: Buffer } | { linkId: string }

/** End sessions. Returns how many were open. */
export async function revokeClientSessions(trx: Trx, userId: string, which: Which): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('clientSession')
    .set({ revokedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where(isWhich(which))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function isWhich(which: Which) {
  if ('tokenHash' in which) return sql<boolean>`token_hash = ${which.tokenHash}`
  if ('sessionId' in which) return sql<boolean>`session_id = ${which.sessionId}`
  if ('linkId' in which) return sql<boolean>`link_id = ${which.linkId}`
  return sql<boolean>`token_hash <> ${which.exceptHash}`
}

/** Remove all sessions of someone, with their addresses and browsers. */
export function deleteClientSessions(trx: Trx, userId: string) {
  return trx.deleteFrom('clientSession').where('userId', '=', userId).execute()
}
