import { respondentOf } from '@chuma/db/queries/surveys/respondents'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type ClientWorld, PRICE_CENTS } from './client-steps.ts'

type Seen = {
  charged: number
  open: number
  credited: number
  surplus: number
  earlier: number
  queued: number
}

/**
 * Counted from attempts, reviews and disputes. A rejection gives the place back for good, and so does a credit; who was rejected once
 * stands in the history of the review. Answers that wait for a check take nothing; whether there was room when they were accepted is
 * known to their place alone, and the account never takes more than was prepaid. So it is with answers from before the price was agreed.
 */
async function countPlaces({ db, surveyId }: ClientWorld): Promise<Seen> {
  const { rows } = await sql<Seen>`
    with life as (
      select a.status, r.state, r.appealed_at is not null as was_rejected,
        p.member_id is not null and not (p.is_earlier and p.is_waiting) and (r.state is null or p.is_charged) as had_room,
        coalesce(p.is_earlier, true) as is_earlier, coalesce(p.is_waiting, false) as is_queued, d.state is not distinct from 'credited' as is_credited
      from survey_attempt a
      left join survey_review r using (member_id, survey_id)
      left join client_place p using (member_id, survey_id)
      left join client_dispute d on d.survey_id = a.survey_id and d.respondent = ${respondentOf(surveyId, sql`a.attempt_id`)}
      where a.survey_id = ${surveyId}
    ), place as (
      select is_credited, was_rejected or coalesce(state = 'rejected', false) as is_lost,
        status = 'completed' and coalesce(state in ('doubtful', 'paid'), true) as is_accepted,
        had_room, is_earlier, is_earlier and is_queued as is_queued,
        status in ('started', 'in_progress') and not is_earlier as is_waiting
      from life
    )
    select count(*) filter (where is_accepted and had_room and not is_lost and not is_credited)::int as charged,
      count(*) filter (where (is_accepted and had_room or is_waiting) and not is_lost and not is_credited)::int as open,
      count(*) filter (where is_credited)::int as credited,
      count(*) filter (where is_accepted and (is_lost or not had_room and not is_credited and not is_earlier))::int as surplus,
      count(*) filter (where is_earlier and is_accepted and had_room and not is_lost and not is_credited)::int as earlier,
      count(*) filter (where is_queued and is_accepted)::int as queued
    from place
  `.execute(db)
  return rows[0] ?? { charged: 0, open: 0, credited: 0, surplus: 0, earlier: 0, queued: 0 }
}

type Sums = {
  prepaid: number
  reserved: number
  consumed: number
  unaddedCompletes: number
  unaddedPlaces: number
  days: number
  booked: number
}

async function readSums({ db, clientId }: ClientWorld): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select a.prepaid_cents as prepaid, a.reserved_cents as reserved, a.consumed_cents as consumed,
      (select coalesce(sum(completes), 0) from client_step join client_order using (order_id)
        where organisation_id = ${clientId})::int as unadded_completes,
      (select coalesce(sum(places), 0) from client_step join client_order using (order_id)
        where organisation_id = ${clientId})::int as unadded_places,
      (select coalesce(sum(cents), 0) from client_day join client_order using (order_id)
        where organisation_id = ${clientId})::bigint as days,
      (select coalesce(sum(cents), 0) from client_day join client_order using (order_id)
        where organisation_id = ${clientId} and is_booked)::bigint as booked
    from client_account a where a.organisation_id = ${clientId}
  `.execute(db)
  if (!rows[0]) throw new Error('no such client')
  return rows[0]
}

/** What the entries about this client moved, in cents: a debit above zero. */
async function readEntries({ db, clientId }: ClientWorld): Promise<Partial<Record<string, number>>> {
  const { rows } = await sql<{ account: string; minor: number }>`
    select l.account, sum(l.minor)::bigint as minor from journal_line l join journal_entry e using (entry_id)
    where e.source_key in (
        select 'client-' || kind || ':' || receipt_id from client_receipt where organisation_id = ${clientId})
      or e.source_key in (
        select 'client-consumed:' || order_id || ':' || day from client_day join client_order using (order_id)
        where organisation_id = ${clientId})
    group by l.account
  `.execute(db)
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}

/** After every step: the budget is what people did, and the journal is what the bank moved and what was booked. */
export async function expectBudgetToAgree(world: ClientWorld): Promise<Seen> {
  const places = await countPlaces(world)
  const sums = await readSums(world)
  expect({
    prepaid: sums.prepaid,
    consumed: sums.consumed + sums.unaddedCompletes * PRICE_CENTS,
    taken: sums.consumed + sums.reserved + sums.unaddedPlaces * PRICE_CENTS,
    days: sums.days,
  }).toEqual({
    prepaid: world.received - world.returned,
    consumed: places.charged * PRICE_CENTS,
    taken: places.open * PRICE_CENTS,
    days: sums.consumed,
  })
  expect(sums.consumed + sums.reserved).toBeLessThanOrEqual(sums.prepaid)
  const moved = await readEntries(world)
  expect({
    bank: moved.bank ?? 0,
    owed: 0 - (moved['client-prepaid'] ?? 0),
    revenue: 0 - (moved['client-revenue'] ?? 0),
  }).toEqual({
    bank: world.received - world.returned,
    owed: world.received - world.returned - sums.booked,
    revenue: sums.booked,
  })
  return places
}

/** Once the last day is over: what the client was charged is revenue, to the cent, and no earlier answer waits that the budget could pay. */
export async function expectAllBooked(world: ClientWorld): Promise<void> {
  const { charged, queued } = await countPlaces(world)
  const { prepaid, booked, reserved, consumed } = await readSums(world)
  if (queued > 0) expect(prepaid - reserved - consumed).toBeLessThan(PRICE_CENTS)
  expect({ booked, consumed }).toEqual({ booked: charged * PRICE_CENTS, consumed: charged * PRICE_CENTS })
  expect(reserved % PRICE_CENTS).toBe(0)
}
