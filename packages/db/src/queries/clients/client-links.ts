import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { hasFactor } from './clients.ts'

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
    .values({ ...link, expiresAt: sql<Date>`now() + make_interval(days => ${days})`, revokedAt: null })
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

/** List the newest links of an organisation. */
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
