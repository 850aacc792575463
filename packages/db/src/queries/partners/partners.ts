import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

const partnerColumns = [
  'partnerId',
  'name',
  'preset',
  'publicKey',
  'isActive',
  'createdAt',
  'version',
  'scheme',
] as const

/** Whoever may call at this address now. */
export function findPartnerByKey(db: Db, publicKey: string) {
  return db
    .selectFrom('partner')
    .select(['partnerId', 'name', 'scheme', 'secret'])
    .where('publicKey', '=', publicKey)
    .where('isActive', '=', true)
    .executeTakeFirst()
}

export function findPartner(db: Db, partnerId: string) {
  return db
    .selectFrom('partner')
    .select([...partnerColumns, 'secret'])
    .where('partnerId', '=', partnerId)
    .executeTakeFirst()
}

/** By name. Never with a secret. */
export function listPartners(db: Db) {
  return db
    .selectFrom('partner')
    .select(partnerColumns)
    .orderBy('name')
    .orderBy('partnerId')
    .limit(200)
    .execute()
}

type Counted = { partnerId: string; events: number; rejected: number; unmatched: number }

/**
 * How these partners' latest events came out: no more of each, and none older. He of whom there are none is left out. Each partner's
 * are asked for by themselves, as several servers refuse to look them up beside him.
 */
export async function countRecentEvents(
  db: Db,
  partnerIds: readonly string[],
  { days, limit }: { days: number; limit: number },
): Promise<Counted[]> {
  if (partnerIds.length === 0) return []
  const latest = partnerIds.map(
    (partnerId) => sql`(
      select partner_id, outcome from partner_event_outcome
      where partner_id = ${partnerId} and received_at > now() - make_interval(days => ${days})
      order by received_at desc limit ${limit}
    )`,
  )
  const { rows } = await sql<Counted>`
    select partner_id, count(*) as events,
      count(*) filter (where outcome = 'rejected') as rejected,
      count(*) filter (where outcome = 'unmatched') as unmatched
    from (${sql.join(latest, sql` union all `)}) latest group by partner_id
  `.execute(db)
  return rows
}

type NewPartner = Pick<Insertable<Database['partner']>, 'name' | 'preset' | 'publicKey' | 'secret'> & {
  scheme: object
  isActive: boolean
}

export function insertPartner(trx: Trx, { scheme, ...partner }: NewPartner) {
  return trx
    .insertInto('partner')
    .values({ ...partner, scheme: JSON.stringify(scheme) })
    .returning(partnerColumns)
    .executeTakeFirstOrThrow()
}

/** The partner of this name, added if there is none. The table lock makes two processes that start at once add him once. */
export async function insertPartnerIfMissing(trx: Trx, partner: NewPartner): Promise<string> {
  await sql`lock table partner in share row exclusive mode`.execute(trx)
  const known = await trx
    .selectFrom('partner')
    .select('partnerId')
    .where('name', '=', partner.name)
    .orderBy('createdAt')
    .executeTakeFirst()
  return (known ?? (await insertPartner(trx, partner))).partnerId
}

export function lockPartner(trx: Trx, partnerId: string) {
  return trx
    .selectFrom('partner')
    .select([...partnerColumns, 'secret'])
    .where('partnerId', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
}

export function updatePartner(
  trx: Trx,
  partnerId: string,
  { scheme, ...changed }: { name: string; scheme: object; secret: string; isActive: boolean },
) {
  return trx
    .updateTable('partner')
    .set({ ...changed, scheme: JSON.stringify(scheme), version: sql<number>`version + 1` })
    .where('partnerId', '=', partnerId)
    .returning(partnerColumns)
    .executeTakeFirstOrThrow()
}

/** Puts everything that one transaction of a partner brings about in a line until the transaction ends. */
export async function lockPartnerTransaction(
  trx: Trx,
  partnerId: string,
  transactionId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${partnerId}:${transactionId}`}, 0))`.execute(
    trx,
  )
}

type TransactionRef = { partnerId: string; transactionId: string; kind: 'credit' | 'reverse' | 'screenout' }

export function findPartnerTransaction(trx: Trx, { partnerId, transactionId, kind }: TransactionRef) {
  return trx
    .selectFrom('partnerTransaction')
    .select(['memberId', 'creditId', 'eventId'])
    .where('partnerId', '=', partnerId)
    .where('transactionId', '=', transactionId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** False when this transaction of the partner was booked before. */
export async function insertPartnerTransaction(
  trx: Trx,
  row: TransactionRef & { eventId: string; memberId: string | null; creditId: string | null },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('partnerTransaction')
    .values(row)
    .onConflict((conflict) => conflict.columns(['partnerId', 'transactionId', 'kind']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return inserted !== undefined
}
