import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { announce } from '../listen.ts'

/** Undefined: the survey has an order. */
export async function insertOrder(
  trx: Trx,
  order: Omit<Insertable<Database['clientOrder']>, 'orderId' | 'openedAt'>,
): Promise<string | undefined> {
  await announce(trx, 'survey_change')
  const inserted = await trx
    .insertInto('clientOrder')
    .values(order)
    .onConflict((conflict) => conflict.column('surveyId').doNothing())
    .returning('orderId')
    .executeTakeFirst()
  return inserted?.orderId
}

export function findOrder(db: Db, surveyId: string) {
  return db
    .selectFrom('clientOrder')
    .select(['orderId as id', 'surveyId', 'priceCents', 'openedAt', 'openedBy', 'approvedBy'])
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
}

/**
 * Take a place of the client's budget for an attempt that was just started. Starts of the organisation's surveys wait for each other
 * until the transaction ends. False: the budget cannot pay another complete. A survey without an order takes nothing.
 */
export async function takeClientPlace(
  trx: Trx,
  { memberId, surveyId }: { memberId: string; surveyId: string },
): Promise<boolean> {
  const { rows } = await sql<{ organisationId: string; priceCents: number }>`
    with ordered as (
      select order_id, organisation_id, price_cents from client_order where survey_id = ${surveyId}
    ), placed as (
      insert into client_place (member_id, survey_id, order_id, price_cents)
      select ${memberId}::uuid, ${surveyId}::uuid, order_id, price_cents from ordered
      on conflict (member_id, survey_id) do nothing returning 1
    )
    select organisation_id, price_cents from ordered where exists (select from placed)
  `.execute(trx)
  const [order] = rows
  if (!order) return true
  const taken = await trx
    .updateTable('clientAccount')
    .set((eb) => ({ reservedCents: eb('reservedCents', '+', order.priceCents) }))
    .where('organisationId', '=', order.organisationId)
    .where(sql<boolean>`prepaid_cents - reserved_cents - consumed_cents >= ${order.priceCents}`)
    .returning('organisationId')
    .executeTakeFirst()
  return taken !== undefined
}

export type ClientAccount = { prepaidCents: number; reservedCents: number; consumedCents: number }

/** Serialise what changes an organisation's budget. */
export function lockClientAccount(trx: Trx, organisationId: string): Promise<ClientAccount | undefined> {
  return trx
    .selectFrom('clientAccount')
    .select(['prepaidCents', 'reservedCents', 'consumedCents'])
    .where('organisationId', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
}

/** Add to what was prepaid, below zero for what is returned. The caller has locked the account. */
export function addToPrepaid(trx: Trx, organisationId: string, cents: number) {
  return trx
    .updateTable('clientAccount')
    .set((eb) => ({ prepaidCents: eb('prepaidCents', '+', cents) }))
    .where('organisationId', '=', organisationId)
    .execute()
}

/** List organisations with steps that are not added up, days that are over and not booked, or room for answers that wait for it. */
export async function listUnaddedClients(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organisationId: string }>`
    select o.organisation_id from client_order o where o.order_id in (select order_id from client_step)
    union select o.organisation_id from client_day d join client_order o using (order_id)
      where not d.is_booked and d.day < business_day(now())
    union select o.organisation_id from client_order o join client_account a on a.organisation_id = o.organisation_id
      where a.prepaid_cents - a.reserved_cents - a.consumed_cents >= o.price_cents
        and o.order_id in (select order_id from client_place where is_earlier and is_waiting)
  `.execute(db)
  return rows.map(({ organisationId }) => organisationId)
}

/**
 * Add an organisation's new steps to the orders' day and to its account. The caller has locked the account, and the day is read after
 * the lock: a day that is over gets nothing more.
 */
export async function addUpSteps(trx: Trx, organisationId: string): Promise<void> {
  await sql`select add_up_client_steps(${organisationId})`.execute(trx)
}

/** Mark an organisation's days that are over as booked, and return them. The caller has locked the account. */
export async function takeDaysOver(trx: Trx, organisationId: string) {
  const { rows } = await sql<{
    orderId: string
    day: string
    completes: number
    cents: number
    title: string
  }>`
    with ordered as (
      select o.order_id, s.title from client_order o join survey s using (survey_id)
      where o.organisation_id = ${organisationId}
    )
    update client_day d set is_booked = true from ordered o
    where o.order_id = d.order_id and not d.is_booked and d.day < business_day(statement_timestamp())
    returning d.order_id, d.day::text as day, d.completes, d.cents, o.title
  `.execute(trx)
  return rows
}

type NewReceipt = Omit<Insertable<Database['clientReceipt']>, 'receiptId' | 'bookedAt'>

/** Undefined: its reference was booked before. */
export async function insertClientReceipt(trx: Trx, receipt: NewReceipt): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('clientReceipt')
    .values(receipt)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('receiptId')
    .executeTakeFirst()
  return inserted?.receiptId
}

export function findClientReceiptByReference(db: Db, reference: string) {
  return db
    .selectFrom('clientReceipt')
    .select('receiptId')
    .where('reference', '=', reference)
    .executeTakeFirst()
}

export const getClientReceipt = (db: Db, receiptId: string) =>
  db
    .selectFrom('clientReceipt')
    .select(['receiptId as id', 'kind', 'reference', 'day', 'cents', 'bookedAt'])
    .where('receiptId', '=', receiptId)
    .executeTakeFirstOrThrow()

type Period = { organisationId: string; from: string; to: string }

/** The moves of a budget: payments by their day, completes by the day on which they were added up. */
const movesOf = (organisationId: string) => sql`
  select day, kind, reference as text, null::int as completes, case kind when 'returned' then -cents else cents end as cents
  from client_receipt where organisation_id = ${organisationId}
  union all
  select d.day, 'consumed', s.title, d.completes, -d.cents
  from client_day d join client_order o using (order_id) join survey s using (survey_id)
  where o.organisation_id = ${organisationId}
`

type Move = {
  day: string
  kind: 'received' | 'returned' | 'consumed'
  text: string
  completes: number | null
  cents: number
}

/** List a statement's lines, oldest first; at most 1000. */
export async function listStatementLines(db: Db, { organisationId, from, to }: Period): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select day::text as day, kind, text, completes, cents from (${movesOf(organisationId)}) m
    where day between ${from}::date and ${to}::date order by day, kind desc, text limit 1000
  `.execute(db)
  return rows
}

/** Add up a statement: the balance before it, and what moved by kind. */
export async function sumStatement(db: Db, { organisationId, from, to }: Period) {
  const { rows } = await sql<{ opening: number; received: number; consumed: number; returned: number }>`
    select coalesce(sum(cents) filter (where day < ${from}::date), 0)::bigint as opening,
      coalesce(sum(cents) filter (where kind = 'received' and day between ${from}::date and ${to}::date), 0)::bigint as received,
      coalesce(-sum(cents) filter (where kind = 'consumed' and day between ${from}::date and ${to}::date), 0)::bigint as consumed,
      coalesce(-sum(cents) filter (where kind = 'returned' and day between ${from}::date and ${to}::date), 0)::bigint as returned
    from (${movesOf(organisationId)}) m
  `.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('an aggregate gives one row')
  return sums
}

/** What an organisation could still spend, and what is reserved. */
export function getClientAccount(db: Db, organisationId: string): Promise<ClientAccount> {
  return db
    .selectFrom('clientAccount')
    .select(['prepaidCents', 'reservedCents', 'consumedCents'])
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow()
}
