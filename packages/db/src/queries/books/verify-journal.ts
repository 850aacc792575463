import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { isBookedByDay, isInFlight } from './journal-points.ts'

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
    )
    select name, journal::bigint, ledger::bigint from opened, open, booked, lateral (values
      ('points of members', booked.points + (
        select coalesce(sum(p.available_delta), 0) from posting p where p.created_at >= opened.ends_at and ${isBookedByDay}
      ), (select coalesce(sum(points), 0) from points_total) - open.points),
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
