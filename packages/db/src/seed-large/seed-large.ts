import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../client.ts'
import { addUpCounts } from '../queries/counts.ts'
import { line, linesOf, setTriggers, writeLedger } from '../seed-story/seed-books.ts'
import { WITHOUT_TIMEOUTS } from '../timeouts.ts'
import {
  movements,
  partnerOf,
  planEvents,
  planMembers,
  SEEDED_ADDRESS,
  type SeedSizes,
  type SeedStep,
  seededCount,
  seededId,
  seededShare,
  surveyOf,
  writeCatalogue,
  writeEarning,
  writeMembers,
  writePartners,
  writePayouts,
} from './write-members.ts'

/** Wraps each step, so that someone who waits sees the progress. */
type Report = (name: string, work: () => Promise<void>) => Promise<void>

/**
 * Fill an empty database as if it had been in use for two years, in one transaction that disables the row triggers. The same
 * sizes give the same people and points; dates count from now. Only for a database that `findMembers` calls empty.
 */
export async function seedLarge(db: Db, sizes: SeedSizes, report: Report = (_, work) => work()) {
  const steps: SeedStep[] = [
    planMembers(sizes),
    planEvents(),
    writeMembers(),
    { name: 'the ledger', statements: writeLedger(movements) },
    writeCatalogue(),
    writeEarning(),
    writePartners(),
    writePayouts(),
    writeJournal(),
    writeHouse(sizes),
    writeWebhooks(sizes),
    writeSeen(),
  ]
  await db.transaction().execute(async (trx) => {
    await sql.raw(`set local work_mem = '256MB'; ${WITHOUT_TIMEOUTS}`).execute(trx)
    await setTriggers(trx, SET_ASIDE, 'disable')
    for (const { name, statements } of steps) await report(name, () => runAll(trx, statements))
    await report('counts', () => addUpCounts(trx))
    await setTriggers(trx, SET_ASIDE, 'enable')
  })
  // VACUUM cannot run in a transaction, so the setting is the session's, and is reset before another caller gets it.
  await report('statistics', () =>
    db
      .connection()
      .execute((one) =>
        runAll(one, [sql`set statement_timeout = 0`, sql`vacuum (analyze)`, sql`reset statement_timeout`]),
      ),
  )
}

async function runAll(db: Db, statements: RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Find whose members a database has: nobody's, only seeded ones, or others. */
export async function findMembers(db: Db): Promise<'nobody' | 'seeded' | 'others'> {
  const { rows } = await sql<{ anybody: boolean; others: boolean }>`
    select exists (select from member) as anybody,
      exists (select from member where email not like ${`%${SEEDED_ADDRESS}`} limit 1) as others
  `.execute(db)
  const [found] = rows
  if (found?.others) return 'others'
  return found?.anybody ? 'seeded' : 'nobody'
}

/**
 * Row triggers that are disabled while seeding. What they would have written is written in bulk instead: balances and the journal by
 * seed-books.ts, last visits here.
 */
const SET_ASIDE = [
  ['member', 'member_is_seen'],
  ['session', 'session_is_seen'],
  ['posting', 'posting_moves_balance'],
  ['wallet', 'wallet_guard'],
  ['payout_attempt', 'payout_attempt_guard'],
  ['journal_entry', 'journal_entry_dated'],
  ['journal_entry', 'journal_entry_booked'],
  ['journal_line', 'journal_line_guard'],
  ['journal_day', 'journal_day_guard'],
] as const

/** Write what the triggers keep of sessions. */
function writeSeen(): SeedStep {
  return {
    name: 'last visits',
    statements: [
      sql`
        insert into member_seen (member_id, last_seen_at)
        select m.member_id, coalesce(max(s.last_seen_at), m.created_at) from member m left join session s using (member_id)
        group by m.member_id`,
    ],
  }
}

/** Write staff's actions, mails and contact messages: as many as this number of members causes. */
function writeHouse({ members }: SeedSizes): SeedStep {
  const someMember = sql`'member:' || ${seededId('member', `1 + n % ${members}`)}`
  return {
    name: 'audit log, mail and messages',
    statements: [
      sql`
        insert into audit_entry (at, actor, action, subject, before, after, reason, address)
        select now() - interval '730 days' * (1 - n::float8 / ${seededCount(members, 1)}),
          (array['staff:finance', 'staff:content', 'staff:owner', 'system'])[1 + n % 4],
          (array['log-in', 'withdrawal.approved', 'withdrawal.paid', 'proof.approved', 'member.suspended', 'premium.granted',
            'economy.changed', 'member.restored'])[1 + floor(8 * ${seededShare('n', 7)} ^ 2)::int],
          ${someMember}, '{"status": "pending"}', '{"status": "approved"}', case when n % 3 = 0 then 'As agreed' end,
          '10.0.0.0'::inet + n % 50
        from generate_series(1, ${seededCount(members, 1)}) as n`,
      sql`
        insert into mail_delivery (job_id, kind, recipient, subject, message_id, state, last_error, created_at, settled_at)
        select ${seededId('mail', 'n')}, 'sendWithdrawalPaid', 'member' || 1 + n % ${sql.lit(members)} || ${sql.lit(SEEDED_ADDRESS)},
          'Your withdrawal was paid', n || '@large', case when n % 300 = 0 then 'unknown' else 'sent' end,
          case when n % 300 = 0 then 'The connection was lost' end, sent_at, sent_at
        from (
          select n, now() - interval '730 days' * (1 - n::float8 / ${seededCount(members, 0.5)}) as sent_at
          from generate_series(1, ${seededCount(members, 0.5)}) as n
        ) as mailed`,
      sql`
        insert into contact_message (message_id, name, email, subject, message, status, created_at)
        select ${seededId('message', 'n')}, 'Amina Otieno', 'member' || n || ${sql.lit(SEEDED_ADDRESS)}, 'My withdrawal ' || n,
          'When will it be paid?', (array['answered', 'answered', 'closed', 'new'])[1 + n % 4],
          now() - interval '730 days' * (1 - n::float8 / ${seededCount(members, 0.02)})
        from generate_series(1, ${seededCount(members, 0.02)}) as n`,
    ],
  }
}

const KES_PER_POINT = 1000
const KES_PER_USD = 129
/** Connections that booked on a day: each has rows of its own. */
const SLOTS = 24

const usd = (account: string, minor: string) => line(account, minor, { currency: 'USD' })
const cents = (points: string) => `${points} * ${KES_PER_POINT * 100}`
const points = (sign: '' | '-', of: string) =>
  line('members-points', cents(`${sign === '' ? '-' : ''}${of}`), { points: `${sign}${of}` })

const sent = `(w.status = 'paid' and n % 10 < 8 or w.status = 'approved' and n % 4 = 3)`
const heldIn = `case when ${sent} then 'payouts-in-flight' else 'points-held' end`
const money = `case when n % 10 < 8 then 'float-mpesa' when n % 10 = 8 then 'bank' else 'cash-clearing' end`

/** What was booked for each withdrawal when it happened. */
const ofWithdrawals = sql`
  select e.kind || ':' || w.withdrawal_id as source_key, e.kind, w.day, e.kind as description, w.member_id, w.withdrawal_id,
    null::uuid as partner_id, e.lines
  from seed_withdrawal w cross join lateral (values
    ('withdrawal-requested', true, ${linesOf(points('-', 'w.points'), line('points-held', `-${cents('w.points')}`))}),
    ('payout-sent', ${sql.raw(sent)}, ${linesOf(line('points-held', cents('w.points')), line('payouts-in-flight', `-${cents('w.points')}`))}),
    ('payout-paid', w.status = 'paid', ${linesOf(line(heldIn, cents('w.points')), line(money, `-${cents('w.points')}`))}),
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
function writeJournal(): SeedStep {
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

const PER_MEMBER = 0.1

/** Write the webhook deliveries of the last ninety days. */
function writeWebhooks({ members }: SeedSizes): SeedStep {
  const count = seededCount(members, PER_MEMBER)
  const isFailed = sql`${seededShare('n', 11)} < 0.02`
  return {
    name: 'webhooks',
    statements: [
      sql`
        insert into webhook_endpoint (endpoint_id, name, url, secret, events, created_by)
        select ${seededId('endpoint', 'n')}, 'Program ' || n, 'https://hooks.example/' || n,
          'whsec_' || encode(sha256(n::text::bytea), 'base64'), array['survey.completed'], 'staff:owner'
        from generate_series(1, 2) as n`,
      sql`
        insert into webhook_event (event_id, type, source_key, data, occurred_at)
        select ${seededId('event', 'n')}, 'survey.completed', 'survey.completed:' || n, '{}',
          now() - interval '90 days' * (1 - n::float8 / ${count})
        from generate_series(1, ${count}) as n`,
      sql`
        insert into webhook_delivery
          (delivery_id, event_id, endpoint_id, state, attempts, last_status, last_error, created_at, settled_at)
        select ${seededId('delivery', 'n')}, ${seededId('event', 'n')}, ${seededId('endpoint', '1 + n % 2')},
          case when ${isFailed} then 'failed' else 'delivered' end, case when ${isFailed} then 10 else 1 end,
          case when ${isFailed} then 500 else 204 end, case when ${isFailed} then 'HTTP 500' end, sent_at, sent_at
        from (
          select n, now() - interval '90 days' * (1 - n::float8 / ${count}) as sent_at
          from generate_series(1, ${count}) as n
        ) as sent`,
    ],
  }
}
