import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Whether `a`, an attempt, has answers that its survey's client pays for, as far as its review and its cell say. */
const isAccepted = sql`a.status = 'completed'
  and not exists (select from survey_review r where r.member_id = a.member_id and r.survey_id = a.survey_id
    and (r.state in ('held', 'rejected') or r.appealed_at is not null))
  and not exists (select from survey_place l where l.member_id = a.member_id and l.survey_id = a.survey_id and l.state = 'surplus')`

/** How many accepted answers of a survey are from before a price was agreed, and not charged yet. */
export const countEarlier = (surveyId: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from survey_attempt a
  left join client_place p on p.member_id = a.member_id and p.survey_id = a.survey_id
  where a.survey_id = ${surveyId} and ${isAccepted} and (p.member_id is null or p.is_earlier and p.is_waiting)
)`

/** Make those who begin a survey wait until the transaction ends: an attempt that is being inserted refers to the survey. */
export function lockBeforeOrder(trx: Trx, surveyId: string) {
  return trx.selectFrom('survey').select('surveyId').where('surveyId', '=', surveyId).forUpdate().execute()
}

/**
 * Give every attempt from before an order was opened a place that waits for room in the budget. The caller has locked the survey. Waits
 * for members who are completing one of them, and for decisions about their answers.
 */
export async function placeEarlier(trx: Trx, orderId: string): Promise<void> {
  await sql`
    insert into client_place (member_id, survey_id, order_id, price_cents, is_open, is_waiting, is_earlier)
    select a.member_id, a.survey_id, o.order_id, o.price_cents, false, true, true
    from client_order o join survey_attempt a on a.survey_id = o.survey_id
    where o.order_id = ${orderId} and a.status in ('started', 'in_progress', 'completed')
    order by a.member_id on conflict (member_id, survey_id) do nothing
  `.execute(trx)
  // A decision that is under way has not seen the place, and would leave rejected answers in it.
  await sql`
    select from survey_review r join client_order o on o.survey_id = r.survey_id
    where o.order_id = ${orderId} order by r.member_id for share of r
  `.execute(trx)
  // As everywhere: what was rejected once is never charged, even if an appeal succeeds.
  await sql`
    update client_place p set is_waiting = false from survey_review r
    where p.order_id = ${orderId} and r.member_id = p.member_id and r.survey_id = p.survey_id
      and (r.state = 'rejected' or r.appealed_at is not null)
  `.execute(trx)
}

/** List an organisation's orders with places that wait for room, the oldest order first. */
export function listWaitingOrders(trx: Trx, organisationId: string) {
  return trx
    .selectFrom('clientOrder as o')
    .select(['o.orderId', 'o.priceCents'])
    .where('o.organisationId', '=', organisationId)
    .where(sql<boolean>`o.order_id in (select order_id from client_place where is_earlier and is_waiting)`)
    .orderBy('o.openedAt')
    .orderBy('o.orderId')
    .execute()
}

/**
 * Charge accepted answers from before an order was opened, those completed first, up to `limit`: each takes room, and is a step. The caller has locked
 * the account. A place that another transaction is changing is left to it, which waits for the account.
 */
export async function chargeEarlier(
  trx: Trx,
  { orderId, organisationId, limit }: { orderId: string; organisationId: string; limit: number },
): Promise<void> {
  await sql`
    with due as (
      select p.member_id, p.survey_id from client_place p
      join survey_attempt a on a.member_id = p.member_id and a.survey_id = p.survey_id
      where p.order_id = ${orderId} and p.is_earlier and p.is_waiting and ${isAccepted}
      order by a.completed_at, p.member_id limit ${limit} for update of p skip locked
    ), charged as (
      update client_place p set is_open = true, is_waiting = false, is_charged = true from due
      where p.member_id = due.member_id and p.survey_id = due.survey_id returning p.order_id, p.price_cents
    ), step as (
      insert into client_step (order_id, completes, places) select order_id, 1, 0 from charged
    )
    update client_account set reserved_cents = reserved_cents + (select coalesce(sum(price_cents), 0) from charged)
    where organisation_id = ${organisationId}
  `.execute(trx)
}
