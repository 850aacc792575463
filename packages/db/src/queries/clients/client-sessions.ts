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
  return trx.insertInto('clientSession').values(session).execute()
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

type NewLink = {
  userId: string
  surveyId: string | null
  mostUses: number
  days: number
  createdBy: string
}

/** Insert a link whose token is not made yet: the token contains the link's id. */
export async function insertClientLink(
  trx: Trx,
  { days, ...link }: NewLink & { tokenHash: Buffer; linkId: string },
) {
  return trx
    .insertInto('clientLink')
    .values({ ...link, expiresAt: sql<Date>`now() + make_interval(days => ${days})` })
    .execute()
}

const isOpen = sql<boolean>`(
  client_link.revoked_at is null and client_link.uses < client_link.most_uses and client_link.expires_at > now()
)`

const columns = [
  'clientLink.linkId as id',
  'clientLink.userId',
  'clientLink.surveyId',
  'clientLink.mostUses',
  'clientLink.uses',
  'clientLink.createdAt',
  'clientLink.createdBy',
  'clientLink.expiresAt',
] as const

export function listClientLinks(db: Db, organisationId: string) {
  return db
    .selectFrom('clientLink')
    .innerJoin('clientUser', 'clientUser.userId', 'clientLink.userId')
    .select([...columns, isOpen.as('isOpen')])
    .where('clientUser.organisationId', '=', organisationId)
    .orderBy('clientLink.createdAt', 'desc')
    .orderBy('clientLink.linkId')
    .limit(100)
    .execute()
}

export function findClientLink(db: Db, linkId: string) {
  return db
    .selectFrom('clientLink')
    .innerJoin('clientUser', 'clientUser.userId', 'clientLink.userId')
    .select([...columns, isOpen.as('isOpen'), 'clientUser.organisationId'])
    .where('clientLink.linkId', '=', linkId)
    .executeTakeFirst()
}

/** Find whose link it is that still opens, and whether it asks for a code. */
export function findOpenClientLink(db: Db, { linkId, tokenHash }: { linkId: string; tokenHash: Buffer }) {
  return db
    .selectFrom('clientLink')
    .innerJoin('clientUser', 'clientUser.userId', 'clientLink.userId')
    .select(['clientLink.userId', hasFactor(sql`client_link.user_id`).as('isSecondFactorOn')])
    .where('clientUser.removedAt', 'is', null)
    .where('clientLink.linkId', '=', linkId)
    .where('clientLink.tokenHash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst()
}

/** Use a link once, if it still opens. Of calls at once only as many succeed as it has uses left. */
export function takeClientLink(trx: Trx, { linkId, tokenHash }: { linkId: string; tokenHash: Buffer }) {
  return trx
    .updateTable('clientLink')
    .from('clientUser')
    .set({ uses: sql<number>`client_link.uses + 1` })
    .whereRef('clientUser.userId', '=', 'clientLink.userId')
    .where('clientUser.removedAt', 'is', null)
    .where('clientLink.linkId', '=', linkId)
    .where('clientLink.tokenHash', '=', tokenHash)
    .where(isOpen)
    .returning(['clientLink.linkId', 'clientLink.userId'])
    .executeTakeFirst()
}

/** False when it was revoked before, or there is none. */
export async function revokeClientLink(trx: Trx, linkId: string): Promise<boolean> {
  const revoked = await trx
    .updateTable('clientLink')
    .set({ revokedAt: sql<Date>`now()` })
    .where('linkId', '=', linkId)
    .where('revokedAt', 'is', null)
    .returning('linkId')
    .executeTakeFirst()
  return revoked !== undefined
}

export async function revokeClientLinksOf(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('clientLink')
    .set({ revokedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute()
}
