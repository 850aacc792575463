import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** Two concurrent runs would both book a day. */
export async function lockPointsDays(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('journal-points'))`.execute(trx)
}

/** Postings that a day's entries book as sums. All others are booked when they are posted. */
export const isBookedByDay = sql`(p.house_account in ('rewards', 'reversals') or p.kind = 'adjustment')`

/** A rate of the economy before a moment, or the first one that was set, or the one that is built in. */
const rateBefore = (name: 'kesPerPoint' | 'kesPerUsd', moment: RawBuilder<unknown>) => sql`coalesce(
  (select record ->> ${name} from economy_version where created_at < ${moment} order by version desc limit 1),
  (select record ->> ${name} from economy_version order by version limit 1), ${String(defaultEconomy[name])}
)::numeric`

/** Read the shillings for a dollar that were in force at the end of a business day. */
export async function getKesPerUsdOn(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ kesPerUsd: number }>`
    select ${rateBefore('kesPerUsd', sql`business_day_start(${day}::date + 1)`)}::float8 as kes_per_usd
  `.execute(db)
  const [rate] = rows
  if (!rate) throw new Error('a select without a table gives one row')
  return rate.kesPerUsd
}

type PointsDay = { day: string; from: Date; until: Date; kesPerPoint: number }

/** Find the first day of which the points are not booked; undefined before the books are open. */
export async function findNextPointsDay(trx: Trx): Promise<PointsDay | undefined> {
  const { rows } = await sql<PointsDay>`
    select next.day, last.ends_at as from, next.ends_at as until, ${rateBefore('kesPerPoint', sql`next.ends_at`)}::bigint as kes_per_point
    from (select day, ends_at from journal_points_day order by day desc limit 1) last,
      lateral (select last.day + 1 as day, business_day_start(last.day + 2) as ends_at) next
  `.execute(trx)
  return rows[0]
}

/** Count a day as booked, so that it is booked once. */
export async function insertPointsDay(
  trx: Trx,
  { day, until }: Pick<PointsDay, 'day' | 'until'>,
): Promise<void> {
  await sql`
    insert into journal_points_day (day, ends_at, kes_per_point, kes_per_usd)
    values (${day}, ${until}, ${rateBefore('kesPerPoint', sql`${until}::timestamptz`)},
      ${rateBefore('kesPerUsd', sql`${until}::timestamptz`)})
  `.execute(trx)
}

type Opening = {
  points: number
  kesPerPoint: number
  heldKes: number
  inFlightKes: number
  taxKes: number
  floatKes: number
}

/** Open the books on the day before `firstDay`; today by default. Null: they are open, or that day may still get postings. */
export async function openPointsDays(
  trx: Trx,
  { firstDay, settled }: { firstDay: string | null; settled: Date },
): Promise<{ day: string } | null> {
  const start = sql`business_day_start(coalesce(${firstDay}::date, business_day(now())))`
  const { rows } = await sql<{ day: string }>`
    insert into journal_points_day (day, ends_at, kes_per_point, kes_per_usd)
    select coalesce(${firstDay}::date, business_day(now())) - 1, ${start}, ${rateBefore('kesPerPoint', start)},
      ${rateBefore('kesPerUsd', start)}
    where ${start} <= ${settled}::timestamptz and not exists (select from journal_points_day)
    returning day
  `.execute(trx)
  return rows[0] ?? null
}

const bookedOn = (account: string) => sql`(
  select coalesce(sum(debit_minor - credit_minor), 0) from journal_day where account = ${account} and currency = 'KES'
)`

/**
 * Read what the database holds and the journal does not say yet, in one statement and so at one moment: postings since the books'
 * first day are left out, because that day's entries book them.
 */
export async function getOpening(trx: Trx): Promise<Opening> {
  const { rows } = await sql<Opening>`
    with opened as (select ends_at from journal_points_day order by day desc limit 1), open as (
      select coalesce(sum(points), 0) as points,
        coalesce(sum(amount_kes) filter (where ${isInFlight}), 0) as in_flight,
        coalesce(sum(amount_kes) filter (where not ${isInFlight}), 0) as held
      from withdrawal w where w.status in ('pending', 'approved')
    )
    select (
        (select coalesce(sum(points), 0) from points_total) - open.points
        - (select coalesce(sum(points), 0) from journal_day)
        - (select coalesce(sum(p.available_delta), 0) from posting p where p.created_at >= opened.ends_at and ${isBookedByDay})
      )::bigint as points,
      ${rateBefore('kesPerPoint', sql`opened.ends_at`)}::bigint as kes_per_point,
      (open.held + ${bookedOn('points-held')} / 100)::bigint as held_kes,
      (open.in_flight + ${bookedOn('payouts-in-flight')} / 100)::bigint as in_flight_kes,
      ((select coalesce(sum(tax_kes), 0) from withholding) - (select coalesce(sum(tax_kes), 0) from withholding_reversal)
        + ${bookedOn('tax-payable')} / 100)::bigint as tax_kes,
      (coalesce((select sum(available_kes) from payout_float), ${bookedOn('float-mpesa')} / 100.0)
        - ${bookedOn('float-mpesa')} / 100.0)::float8 as float_kes
    from open, opened
  `.execute(trx)
  const [opening] = rows
  if (!opening) throw new Error('the books have no first day')
  return opening
}

/** An order to pay has left, and nobody knows yet what became of it. As `PLACES` of book-payout. */
export const isInFlight = sql`coalesce(w.payout_state in ('sent', 'unknown', 'needs_review'), false)`

type DayPoints = { kind: string; partnerId: string | null; points: number }

/** Sum what a day's postings gave and took, by kind and partner. */
export async function listDayPoints(trx: Trx, { from, until }: PointsDay): Promise<DayPoints[]> {
  const { rows } = await sql<DayPoints>`
    select p.kind, c.partner_id, sum(p.available_delta)::bigint as points
    from posting p
    left join partner_credit c on c.member_id = p.member_id and c.credit_id = p.subject_id
      and p.kind in ('survey', 'offer', 'reversal')
    where p.created_at >= ${from} and p.created_at < ${until} and ${isBookedByDay}
    group by p.kind, c.partner_id order by p.kind, c.partner_id
  `.execute(trx)
  return rows
}

type DayCredits = { partnerId: string; accruedMinor: number; reversedMinor: number }

/**
 * Sum what each partner owes for a day's credits, and what it took back, in cents of USD. Rounded as `partner_account_day` rounds, so
 * that the journal and receivables agree to the cent.
 */
export async function listDayCredits(trx: Trx, { day }: Pick<PointsDay, 'day'>): Promise<DayCredits[]> {
  const { rows } = await sql<DayCredits>`
    select partner_id, sum(round(accrued * 100))::bigint as accrued_minor, sum(round(reversed * 100))::bigint as reversed_minor
    from (
      select partner_id, origin_month, sum(accrued_usd) as accrued, sum(reversed_usd) as reversed from (
        select partner_id, origin_month, accrued_usd, reversed_usd from partner_account_day
        where month = date_trunc('month', ${day}::date::timestamp)::date and day = ${day}::date
        union all
        -- Steps that no job has added to their day yet.
        select partner_id, origin_month, case kind when 'accrued' then usd else 0 end, case kind when 'reversed' then usd else 0 end
        from partner_accrual where day = ${day}::date and kind <> 'held'
      ) as step group by partner_id, origin_month
    ) as each group by partner_id order by partner_id
  `.execute(trx)
  return rows
}

/** Keep what each offer brought and cost on a day. */
export async function insertOfferDay(trx: Trx, { day, from, until, kesPerPoint }: PointsDay): Promise<void> {
  await sql`
    insert into journal_offer_day (day, survey_id, usd_minor, kes_minor, credits)
    select ${day}::date, survey_id, round(sum(usd) * 100)::bigint, (sum(points) * ${kesPerPoint}::bigint * 100)::bigint, count(*)
    from (
      select case when p.source_key = 'survey:' || p.subject_id then p.subject_id else k.survey_id end as survey_id,
        p.available_delta as points,
        case when p.kind = 'reversal' then -c.amount_usd else coalesce(c.amount_usd, 0) end as usd
      from posting p
      left join partner_credit c on c.member_id = p.member_id and c.credit_id = p.subject_id
        and p.kind in ('survey', 'offer', 'reversal')
      left join click k on k.member_id = p.member_id
        and k.click_id = case p.kind when 'claim' then p.subject_id else c.click_id end
      where p.kind in ('survey', 'offer', 'claim', 'reversal') and p.created_at >= ${from} and p.created_at < ${until}
    ) as credited where survey_id is not null group by survey_id
  `.execute(trx)
}

/** Sum what members owe, now. */
export async function getDebtPoints(db: Db): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(-sum(available), 0)::bigint as points from wallet where in_reversal_debt
  `.execute(db)
  return rows[0]?.points ?? 0
}

type Standing = { account: 'members-points' | 'member-debts'; points: number; minor: number }

/** Read how many points stand behind both accounts at the end of a day, and at what value: a debit above zero. */
export async function listPointsStanding(trx: Trx, day: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select account, sum(points)::bigint as points, sum(debit_minor - credit_minor)::bigint as minor from journal_day
    where account in ('members-points', 'member-debts') and day <= ${day}::date group by account
  `.execute(trx)
  return rows
}
