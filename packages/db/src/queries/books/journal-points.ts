import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { cashForecast, exposure, ProfitAndLoss } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { NO_PARTNER } from './journal.ts'

/** Two concurrent runs would both book a day. */
export async function lockPointsDays(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('journal-points'))`.execute(trx)
}

/** Postings that a day's entries book as sums. All others are booked when they are posted. */
const isBookedByDay = sql`(p.house_account in ('rewards', 'reversals') or p.kind = 'adjustment')`

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
export async function insertPointsDay(trx: Trx, { day, until }: Pick<PointsDay, 'day' | 'until'>) {
  await sql`
    insert into journal_points_day (day, ends_at, kes_per_point, kes_per_usd)
    select ${day}::date, ${until}::timestamptz, ${rateBefore('kesPerPoint', sql`${until}::timestamptz`)},
      ${rateBefore('kesPerUsd', sql`${until}::timestamptz`)}
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
        (select coalesce(sum(available + held), 0) from wallet) - open.points
        - (select coalesce(sum(points), 0) from journal_day)
        - (select coalesce(sum(p.available_delta), 0) from posting p where p.created_at >= (select ends_at from opened) and ${isBookedByDay})
      )::bigint as points,
      ${rateBefore('kesPerPoint', sql`(select ends_at from opened)`)}::bigint as kes_per_point,
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
const isInFlight = sql`coalesce(w.payout_state in ('sent', 'unknown', 'needs_review'), false)`

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

type Exposed = Omit<Answer<typeof exposure>['partners'][number], 'exposureMinor'>

/** What each partner owes, and what its credits gave to members. */
export async function listPartnerBalances(db: Db): Promise<Exposed[]> {
  const { rows } = await sql<Exposed>`
    select p.partner_id, p.name, accrued::bigint as accrued_usd_minor, owed::bigint as owed_usd_minor,
      round(owed * ${kesPerUsdNow})::bigint as owed_minor, rewards::bigint as rewards_minor
    from (
      select partner_id,
        coalesce(sum(credit_minor - debit_minor) filter (where account = 'partner-revenue' and currency = 'USD'), 0) as accrued,
        coalesce(sum(debit_minor - credit_minor) filter (where account = 'partner-receivables' and currency = 'USD'), 0) as owed,
        coalesce(sum(debit_minor - credit_minor) filter (where account = 'rewards-expense'), 0) as rewards
      from journal_day where partner_id <> ${NO_PARTNER}::uuid group by partner_id
    ) as sums join partner p on p.partner_id = sums.partner_id
    order by owed desc, p.name
  `.execute(db)
  return rows
}

/** What members were paid so far, and what they are still owed, in cents. */
export async function getPaidAndOwed(db: Db): Promise<{ paidMinor: number; owedMinor: number }> {
  const { rows } = await sql<{ paidMinor: number; owedMinor: number }>`
    select (select coalesce(sum(value), 0) * 100 from daily_figure where name = 'paid-kes')::bigint as paid_minor,
      (select coalesce(sum(credit_minor - debit_minor), 0) from journal_day
        where account in ('members-points', 'points-held', 'payouts-in-flight'))::bigint as owed_minor
  `.execute(db)
  return rows[0] ?? { paidMinor: 0, owedMinor: 0 }
}

type Cash = Answer<typeof cashForecast>

/** What the accounts with money hold. */
export async function listCash(db: Db): Promise<Cash['accounts']> {
  const { rows } = await sql<Cash['accounts'][number]>`
    select a.code as account, a.number, a.name, a.type, coalesce(sum(d.debit_minor - d.credit_minor), 0)::bigint as minor
    from journal_account a left join journal_day d on d.account = a.code and d.currency = 'KES'
    where a.code in ('float-mpesa', 'float-airtel', 'float-airtime', 'bank', 'cash-clearing')
    group by a.code order by a.number
  `.execute(db)
  return rows
}

/** Sum open withdrawals by the day from which they can be paid: when their holds are over, or a limit lets them pass. */
export async function listDuePayouts(db: Db) {
  const { rows } = await sql<Pick<Cash['days'][number], 'day' | 'count' | 'payoutMinor'>>`
    select greatest(business_day(now()), business_day(due)) as day, count(*) as count,
      (sum(payout_kes) * 100)::bigint as payout_minor
    from (
      select w.payout_kes, coalesce((
        select max(h.until) from hold h where h.member_id = w.member_id and h.subject = 'withdrawal'
          and h.subject_id = w.withdrawal_id and h.ended_at is null
      ), w.waits_until, now()) as due
      from withdrawal w where w.status in ('pending', 'approved')
    ) as open group by 1 order by 1
  `.execute(db)
  return rows
}

const MAX_OFFERS = 50

/** Today's shillings for a dollar. */
const kesPerUsdNow = sql`coalesce(
  (select record ->> 'kesPerUsd' from economy_version order by version desc limit 1), ${String(defaultEconomy.kesPerUsd)}
)::numeric`

/** Shillings for a dollar on the day of a row of `d`. */
const kesPerUsd = sql`coalesce((select p.kes_per_usd from journal_points_day p where p.day = d.day), ${kesPerUsdNow})`

type Period = { from: string; to: string }

/**
 * The dollars of partners' payments, at our rate of each one's day as the payment keeps it. What arrived is booked in shillings beside
 * them: the account of exchange differences then says what was gained or lost, and nothing of a payment that was cancelled.
 */
const receivedUsd = ({ from, to }: Period) => sql`
  select e.day, 'fx-difference' as account, 'USD' as currency, l.minor,
    sign(l.minor) * (r.kes_cents + r.charge_kes_cents - r.fx_difference_kes_cents) as kes_minor
  from journal_entry e
  join journal_line l on l.entry_id = e.entry_id and l.account = 'fx-difference' and l.currency = 'USD'
  join partner_receipt r on r.receipt_id = split_part(e.source_key, ':', 2)::uuid
  where e.kind = 'partner-received' and e.day between ${from}::date and ${to}::date`

/** What the accounts of profit and loss moved, by month. */
export async function listProfitMonths(db: Db, { from, to }: Period): Promise<ProfitAndLoss['months']> {
  const { rows } = await sql<ProfitAndLoss['months'][number]>`
    select to_char(day, 'YYYY-MM') as month, code as account, number, name, type,
      coalesce(sum(minor * sign) filter (where currency = 'USD'), 0)::bigint as usd_minor,
      round(sum(kes_minor * sign))::bigint as kes_minor
    from (
      select d.day, d.account, d.currency, sum(d.debit_minor - d.credit_minor) as minor,
        sum(d.debit_minor - d.credit_minor) * case d.currency when 'USD' then ${kesPerUsd} else 1 end as kes_minor
      from journal_day d
      where d.day between ${from}::date and ${to}::date and (d.account, d.currency) <> ('fx-difference', 'USD')
      group by d.day, d.account, d.currency
      union all ${receivedUsd({ from, to })}
    ) as moved
    join journal_account a on a.code = moved.account and a.type in ('revenue', 'expense')
    cross join lateral (select case a.type when 'revenue' then -1 else 1 end as sign) as side
    group by 1, 2, 3, 4, 5 order by 1, 3
  `.execute(db)
  return rows
}

/** What each partner brought, and what its credits cost. */
export async function listProfitPartners(db: Db, { from, to }: Period): Promise<ProfitAndLoss['partners']> {
  const { rows } = await sql<ProfitAndLoss['partners'][number]>`
    select p.partner_id, p.name, sum(usd)::bigint as usd_minor, round(sum(kes + usd * rate))::bigint as revenue_minor,
      sum(rewards)::bigint as rewards_minor
    from (
      select d.partner_id, d.day,
        coalesce(sum(d.credit_minor - d.debit_minor) filter (where a.type = 'revenue' and d.currency = 'USD'), 0) as usd,
        coalesce(sum(d.credit_minor - d.debit_minor) filter (where a.type = 'revenue' and d.currency = 'KES'), 0) as kes,
        coalesce(sum(d.debit_minor - d.credit_minor) filter (where d.account = 'rewards-expense'), 0) as rewards,
        ${kesPerUsd} as rate
      from journal_day d join journal_account a on a.code = d.account
      where d.partner_id <> ${NO_PARTNER}::uuid and d.day between ${from}::date and ${to}::date
      group by d.partner_id, d.day
    ) as moved join partner p on p.partner_id = moved.partner_id
    group by p.partner_id order by 4 desc, p.name
  `.execute(db)
  return rows
}

/** What the offers that brought most brought, and what their credits cost. */
export async function listProfitOffers(db: Db, { from, to }: Period): Promise<ProfitAndLoss['offers']> {
  const { rows } = await sql<ProfitAndLoss['offers'][number]>`
    select s.survey_id, s.title, sum(d.credits)::bigint as credits, sum(d.usd_minor)::bigint as usd_minor,
      round(sum(d.usd_minor * p.kes_per_usd))::bigint as revenue_minor, sum(d.kes_minor)::bigint as rewards_minor
    from journal_offer_day d join journal_points_day p on p.day = d.day join survey s on s.survey_id = d.survey_id
    where d.day between ${from}::date and ${to}::date
    group by s.survey_id order by 5 desc, s.title limit ${MAX_OFFERS}
  `.execute(db)
  return rows
}

type Comparison = { name: string; journal: number; ledger: number }

/**
 * Compare what the journal says members are owed with the ledger, at one moment. Points that today's entries have not booked yet are
 * added. Empty before the books are open.
 */
export async function compareWithLedger(db: Db): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    with opened as (select ends_at from journal_points_day order by day desc limit 1), open as (
      select coalesce(sum(points), 0) as points, coalesce(sum(amount_kes) filter (where ${isInFlight}), 0) as in_flight,
        coalesce(sum(amount_kes) filter (where not ${isInFlight}), 0) as held
      from withdrawal w where w.status in ('pending', 'approved')
    ), booked as (
      select coalesce(sum(points), 0) as points,
        coalesce(sum(credit_minor - debit_minor) filter (where account = 'points-held'), 0) as held,
        coalesce(sum(credit_minor - debit_minor) filter (where account = 'payouts-in-flight'), 0) as in_flight
      from journal_day
    ), later as (
      select coalesce(sum(p.available_delta), 0) as points from posting p
      where p.created_at >= (select ends_at from opened) and ${isBookedByDay}
    ), owed as (
      select coalesce(sum(available + held), 0) as points from wallet
    )
    select name, journal::bigint, ledger::bigint from opened, open, booked, later, owed, lateral (values
      ('points of members', booked.points + later.points, owed.points - open.points),
      ('cents held for withdrawals', booked.held, open.held * 100),
      ('cents of payouts in flight', booked.in_flight, open.in_flight * 100)
    ) as compared (name, journal, ledger)
    where journal <> ledger
  `.execute(db)
  return rows
}

/** List accounts whose days do not add up to their lines, currencies that are not even, and entries that are not what was written. */
export async function listJournalFindings(db: Db): Promise<{ seq: number; problem: string }[]> {
  const { rows } = await sql<{ seq: number; problem: string }>`
    select 0::bigint as seq, 'the days of the account ' || account || ' do not add up to its lines' as problem from (
      select account, currency, minor, points from journal_line
      union all select account, currency, credit_minor - debit_minor, -points from journal_day
    ) as both_sides group by account, currency having sum(minor) <> 0 or sum(points) <> 0
    union all
    select 0, 'the journal is not even in ' || currency from journal_day
    group by currency having sum(debit_minor) <> sum(credit_minor)
    union all
    (select e.entry_id, 'the journal entry ' || e.source_key || ' is not what was written' from journal_entry e
    where jsonb_array_length(e.lines) <> (
      select count(*) from journal_line l where l.entry_id = e.entry_id and l.day = e.day
        and e.lines -> (l.line_no - 1) ->> 'account' = l.account and (e.lines -> (l.line_no - 1) ->> 'minor')::bigint = l.minor
        and e.lines -> (l.line_no - 1) ->> 'currency' = l.currency
    ) order by e.entry_id limit 100)
  `.execute(db)
  return rows
}
