import { type RawBuilder, sql } from 'kysely'
import { type SeedStep, seededId } from './seeded.ts'
import { partnerOf, surveyOf } from './write-ledger.ts'

const KES_PER_POINT = 1000
const KES_PER_USD = 129
/** Connections that booked on a day: each has rows of its own. */
const SLOTS = 24

const line = (account: string, minor: string, more = '') =>
  `jsonb_build_object('account', '${account}', 'currency', 'KES', 'minor', ${minor}${more})`
const usd = (account: string, minor: string) =>
  `jsonb_build_object('account', '${account}', 'currency', 'USD', 'minor', ${minor})`
const linesOf = (...lines: string[]) => sql.raw(`jsonb_build_array(${lines.join(', ')})`)
const cents = (points: string) => `${points} * ${KES_PER_POINT * 100}`
const points = (sign: '' | '-', of: string) =>
  line('members-points', cents(`${sign === '' ? '-' : ''}${of}`), `, 'points', ${sign}${of}`)

const isSent = sql`(w.status = 'paid' and n % 10 < 8 or w.status = 'approved' and n % 4 = 3)`
const money = `case when n % 10 < 8 then 'float-mpesa' when n % 10 = 8 then 'bank' else 'cash-clearing' end`

/** What was booked for each withdrawal when it happened. */
const ofWithdrawals = sql`
  select e.kind || ':' || w.withdrawal_id as source_key, e.kind, w.day, e.kind as description, w.member_id, w.withdrawal_id,
    null::uuid as partner_id, e.lines
  from seed_withdrawal w cross join lateral (values
    ('withdrawal-requested', true, ${linesOf(points('-', 'w.points'), line('points-held', `-${cents('w.points')}`))}),
    ('payout-sent', ${isSent}, ${linesOf(line('points-held', cents('w.points')), line('payouts-in-flight', `-${cents('w.points')}`))}),
    ('payout-paid', w.status = 'paid', jsonb_build_array(
      jsonb_build_object('account', case when ${isSent} then 'payouts-in-flight' else 'points-held' end, 'currency', 'KES',
        'minor', ${sql.raw(cents('w.points'))}),
      jsonb_build_object('account', ${sql.raw(money)}, 'currency', 'KES', 'minor', -${sql.raw(cents('w.points'))}))),
    ('withdrawal-rejected', w.status = 'rejected', ${linesOf(line('points-held', cents('w.points')), points('', 'w.points'))})
  ) as e (kind, is_so, lines) where e.is_so`

/** What is booked when a day is over. Today is not. */
const ofDays = sql`
  select 'points:' || day || ':' || kind || ':' || coalesce(partner_id::text, ''), 'points', day, 'Points of the day: ' || kind,
    null::uuid, null::uuid, partner_id, ${linesOf(line('rewards-expense', cents('points')), points('', 'points'))}
  from (
    select day, kind, case kind when 'offer' then ${partnerOf} end as partner_id, sum(points) as points
    from seed_event where withdrawal_id is null and day < business_day(now()) group by 1, 2, 3
  ) as earned
  union all
  select 'credits:' || day || ':' || partner_id, 'credit-accrued', day, 'Credits of the day', null, null, partner_id,
    ${linesOf(usd('partner-receivables', 'accrued_cents'), usd('partner-revenue', '-accrued_cents'))}
  from partner_account_day where accrued_cents > 0 and day < business_day(now())`

const charge = '(9 * 100 * paid)'
/** Rows of statements: charges, collections of premium, and what the float was topped up with. */
const ofStatements = sql`
  select 'statement:charge:' || day, 'statement-row', day, 'Statement: charge, ' || paid || ' rows', null::uuid, null::uuid, null::uuid,
    ${linesOf(line('payout-charges', charge), line('float-mpesa', `-${charge}`))}
  from (select day, count(*) as paid from seed_withdrawal where status = 'paid' group by day) as w
  union all
  select 'statement:top-up:' || day, 'statement-row', day, 'Statement: top-up', null, null, null,
    ${linesOf(line('float-mpesa', cents('points')), line('bank', `-${cents('points')}`))}
  from (select day, sum(points) as points from seed_withdrawal where status = 'paid' group by day) as w
  union all
  select 'premium-paid:' || payment_id, 'premium-paid', business_day(settled_at), 'Premium paid', member_id, null, null,
    ${linesOf(line('cash-clearing', 'amount_kes * 100'), line('premium-revenue', '-amount_kes * 100'))}
  from premium_payment where state = 'paid'`

const receiptOf = sql`(${seededId('partner-receipt', 'partner_id::text || month')})`
/** Each partner pays a month in the next one. */
const ofReceipts = sql`
  select 'partner-receipt:' || r.receipt_id, 'partner-received', r.day, 'Partner payment ' || r.reference, null::uuid, null::uuid,
    r.partner_id, ${linesOf(
      line('bank', 'r.kes_cents'),
      line('fx-difference', '-r.kes_cents'),
      usd('fx-difference', 'r.amount_cents'),
      usd('partner-receivables', '-r.amount_cents'),
    )}
  from partner_receipt r`

/** Write what each partner owes, and what it paid. */
const receivables: RawBuilder<unknown>[] = [
  sql`
    insert into partner_account_day (partner_id, day, origin_month, accrued_usd)
    select partner_id, business_day(created_at), date_trunc('month', business_day(created_at)::timestamp)::date, sum(amount_usd)
    from partner_credit where state = 'available' group by 1, 2, 3`,
  sql`
    insert into partner_receipt (receipt_id, partner_id, reference, day, amount_cents, kes_cents, rate, fx_difference_kes_cents,
      state, booked_by)
    select ${receiptOf}, partner_id, upper('SWIFT ' || left(partner_id::text, 8) || ' ' || month), (month + interval '40 days')::date, owed,
      owed * ${sql.lit(KES_PER_USD)}, ${sql.lit(KES_PER_USD)}, 0, 'booked', 'staff:finance'
    from (select partner_id, month, sum(accrued_cents) as owed from partner_account_day group by 1, 2) as m
    where owed > 0 and month + interval '40 days' < business_day(now())`,
  sql`
    insert into partner_account (partner_id, open_usd)
    select p.partner_id, coalesce((select sum(accrued_usd) from partner_account_day d where d.partner_id = p.partner_id), 0)
      - coalesce((select sum(amount_cents) from partner_receipt r where r.partner_id = p.partner_id), 0) / 100.0
    from partner p`,
]

/** Write two years of the journal, as the triggers would have. */
export function writeJournal(): SeedStep {
  const columns = sql`source_key, kind, day, description, member_id, withdrawal_id, partner_id, lines`
  return {
    name: 'receivables and the journal',
    statements: [
      ...receivables,
      sql`
        insert into journal_entry (${columns}, booked_at)
        select ${columns}, business_day_start(day) + interval '12 hours'
        from (${ofWithdrawals} union all ${ofDays} union all ${ofStatements} union all ${ofReceipts}) as booked
        order by day, source_key`,
      sql`
        insert into journal_line (entry_id, line_no, account, currency, minor, points, day)
        select e.entry_id, l.line_no, l.line ->> 'account', l.line ->> 'currency', (l.line ->> 'minor')::bigint,
          coalesce((l.line ->> 'points')::bigint, 0), e.day
        from journal_entry e, jsonb_array_elements(e.lines) with ordinality as l (line, line_no)`,
      sql`
        insert into journal_day (day, account, currency, partner_id, slot, debit_minor, credit_minor, points)
        select l.day, l.account, l.currency, coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'),
          e.entry_id % ${sql.lit(SLOTS)}, sum(greatest(l.minor, 0)), sum(greatest(-l.minor, 0)), sum(l.points)
        from journal_line l join journal_entry e using (entry_id) group by 1, 2, 3, 4, 5`,
      sql`
        insert into journal_points_day (day, ends_at, kes_per_point, kes_per_usd)
        select day::date, business_day_start(day::date + 1), ${sql.lit(KES_PER_POINT)}, ${sql.lit(KES_PER_USD)}
        from generate_series((select min(day) from seed_event), business_day(now()) - 1, interval '1 day') as day`,
      sql`
        insert into journal_offer_day (day, survey_id, usd_minor, kes_minor, credits)
        select day, ${surveyOf}, count(*) * 50, ${sql.raw(cents('sum(points)'))}, count(*)
        from seed_event where kind = 'survey' and day < business_day(now()) group by 1, 2`,
    ],
  }
}
