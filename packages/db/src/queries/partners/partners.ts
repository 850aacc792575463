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

/** Find the partner that may call now at the URL key with one of these hashes. */
export function findPartnerByKey(db: Db, publicKeyHashes: Buffer[]) {
  return db
    .selectFrom('partner')
    .select('partnerId')
    .where('publicKeyHash', 'in', publicKeyHashes)
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

/** List by name, never with the partner's secret. */
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
 * Count the outcomes of these partners' latest events, up to a number and an age. A partner without any is left out. One part
 * per partner, because several servers refuse a lateral join.
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
  partnerId: string
  publicKeyHash: Buffer
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

/** Find the partner of this name, or add it. The table lock keeps two processes that start at once from both adding it. */
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

type Changed = { name: string; scheme: object; secret: string; isActive: boolean }

/** With a URL key, the partner has to call another address from now on. */
export function updatePartner(
  trx: Trx,
  partnerId: string,
  { scheme, ...changed }: Changed & Partial<Pick<NewPartner, 'publicKey' | 'publicKeyHash'>>,
) {
  return trx
    .updateTable('partner')
    .set({ ...changed, scheme: JSON.stringify(scheme), version: sql<number>`version + 1` })
    .where('partnerId', '=', partnerId)
    .returning(partnerColumns)
    .executeTakeFirstOrThrow()
}

/** Serialise everything that one transaction of a partner causes, until our transaction ends. */
export async function lockPartnerTransaction(trx: Trx, partnerId: string, transactionId: string) {
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

/** False when this transaction of the partner was already booked. */
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
