import type { AccountCode, Currency, JournalKind } from '@chuma/contract/books/journal'
import type { accountingPeriod, trialBalance } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

export type JournalLine = {
  account: AccountCode
  currency: Currency
  /** Cents: a debit above zero, a credit below. */
  minor: number
  /** Of `members-points` and `member-debts`: by how many points what members have changes. */
  points?: number
}

export type JournalEntry = {
  /** What caused it, for example `payout-paid:<withdrawal>`. The same cause is booked once. */
  sourceKey: string
  kind: JournalKind
  /** The day of the cause, if that is not today. The database moves it out of closed months, and out of the future. */
  day?: string
  description: string
  memberId?: string
  withdrawalId?: string
  partnerId?: string
  lines: readonly JournalLine[]
}

/** Add an entry with its lines; false if its cause was booked before. */
export async function insertEntry(trx: Trx, entry: JournalEntry): Promise<boolean> {
  return (await entryInsert(trx, entry).executeTakeFirst()) !== undefined
}

/** For `writeTogether`. */
export const entryInsert = (trx: Trx, entry: JournalEntry) => entriesInsert(trx, [entry])

export type NextEntry = Omit<JournalEntry, 'sourceKey'> & { withdrawalId: string }

/**
 * For `writeTogether`: adds to each withdrawal, which the caller has locked, one of several entries of one kind, each for a cause of
 * its own.
 */
export function nextEntriesInsert(trx: Trx, entries: readonly NextEntry[]) {
  return entriesInsert(
    trx,
    entries.map((entry) => ({
      ...entry,
      sourceKey: sql<string>`${`${entry.kind}:${entry.withdrawalId}:`}::text || (
        select count(*) from journal_entry where withdrawal_id = ${entry.withdrawalId}::uuid
      )`,
    })),
  )
}

type Keyed = Omit<JournalEntry, 'sourceKey'> & { sourceKey: string | RawBuilder<string> }

function entriesInsert(trx: Trx, entries: readonly Keyed[]) {
  return trx
    .insertInto('journalEntry')
    .values(
      entries.map(({ lines, day, ...entry }) => ({
        ...entry,
        // The trigger date_journal_entry sets both.
        day: day ?? sql<string>`null`,
        bookedAt: sql<Date>`null`,
        lines: JSON.stringify(lines),
      })),
    )
    .onConflict((conflict) => conflict.column('sourceKey').doNothing())
    .returning('entryId')
}

/** Of an account that has no row. */
export const NO_PARTNER = '00000000-0000-0000-0000-000000000000'

/** Read what each account holds at the end of a day. Reads one row for each account, day and connection that booked. */
export async function getTrialBalance(db: Db, asked: { day?: string | undefined }) {
  const { rows: days } = await sql<{ day: string; bookedTo: string | null }>`
    select coalesce(${asked.day ?? null}::date, business_day(now())) as day,
      (select max(day) from journal_points_day) as booked_to
  `.execute(db)
  const { day = '', bookedTo = null } = days[0] ?? {}
  const { rows } = await sql<Answer<typeof trialBalance>['rows'][number]>`
    select a.code as account, a.number, a.name, a.type, d.currency, greatest(d.minor, 0)::bigint as debit_minor,
      greatest(-d.minor, 0)::bigint as credit_minor, d.points::bigint as points
    from (
      select account, currency, sum(debit_minor - credit_minor) as minor, sum(points) as points from journal_day
      where day <= ${day}::date group by account, currency
    ) d join journal_account a on a.code = d.account
    where d.minor <> 0 or d.points <> 0 order by a.number, d.currency
  `.execute(db)
  return { day, bookedTo, rows }
}

type BookedLine = {
  entryId: number
  lineNo: number
  day: string
  number: number
  name: string
  currency: string
  minor: number
  description: string
}

/** List the lines of a period, as they were booked; the next page starts after the last one of this page. */
export async function listJournalLines(
  db: Db,
  { from, to }: { from: string; to: string },
  { after, limit }: { after: Pick<BookedLine, 'day' | 'entryId' | 'lineNo'> | undefined; limit: number },
): Promise<BookedLine[]> {
  const { rows } = await sql<BookedLine>`
    select e.entry_id, l.line_no, e.day, a.number, a.name, l.currency, l.minor, e.description
    from journal_entry e join journal_line l on l.entry_id = e.entry_id join journal_account a on a.code = l.account
    where e.day between ${from}::date and ${to}::date
      and (e.day, e.entry_id, l.line_no) > (${after?.day ?? from}::date, ${after?.entryId ?? 0}::bigint, ${after?.lineNo ?? 0}::int)
    order by e.day, e.entry_id, l.line_no limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Add statement entries, and book their money in the journal: one entry for each day, account and kind. Payouts are booked when they
 * are paid; a row that moved nothing, or is not ours, moves no account. A collection leaves the clearing account, where the payment was
 * booked. A top-up or transfer goes through it, and the statement of the other account takes it out.
 * @param insert into `statement_entry`, without `returning`
 */
export async function insertAndBook(trx: Trx, insert: RawBuilder<unknown>): Promise<void> {
  await sql`
    with e as (${insert} returning row_id, seq, account, kind, amount_cents, day, withdrawal_id)
    insert into journal_entry (source_key, kind, day, description, withdrawal_id, lines)
    select 'statement:' || min(e.row_id || ':' || e.seq),
      case when e.seq % 2 = 0 then 'statement-row-undone' else 'statement-row' end, e.day,
      case when e.seq % 2 = 0 then 'Taken back: ' else 'Statement: ' end || e.kind
        || case when count(*) = 1 then '' else ', ' || count(*) || ' rows' end,
      case when count(*) = 1 then (array_agg(e.withdrawal_id))[1] end,
      jsonb_build_array(
        jsonb_build_object('account', case
            when e.account like 'bank:%' then 'bank'
            when e.account like 'airtel%' then 'float-airtel'
            when e.account like 'airtime%' then 'float-airtime'
            else 'float-mpesa'
          end, 'currency', 'KES', 'minor', sum(e.amount_cents)),
        jsonb_build_object('account', case e.kind when 'charge' then 'payout-charges' else 'cash-clearing' end,
          'currency', 'KES', 'minor', -sum(e.amount_cents))
      )
    from e where e.kind in ('charge', 'collection', 'top-up', 'transfer', 'other') and e.amount_cents <> 0
    group by e.account, e.kind, e.day, e.seq % 2, sign(e.amount_cents)
  `.execute(trx)
}

type Period = Answer<typeof accountingPeriod>

/** List the months with entries, the newest first. At most ten years. */
export async function listPeriods(db: Db): Promise<Period[]> {
  const { rows } = await sql<Period>`
    with booked as (
      select date_trunc('month', day)::date as month, sum(debit_minor) filter (where currency = 'KES') as moved from journal_day
      group by 1
    ), span as (
      select month::date from generate_series(
        least((select min(month) from booked), (select min(month) from accounting_period)),
        date_trunc('month', business_day(now())), interval '1 month') as month
    ), open as (
      select min(s.month) as month from span s where s.month > coalesce((select max(month) from accounting_period), '-infinity')
    )
    select to_char(s.month, 'YYYY-MM') as month, coalesce(b.moved, 0)::bigint as moved_minor,
      s.month = open.month and s.month + interval '1 month' <= business_day(now()) as is_next,
      p.closed_at, p.closed_by, p.approved_by
    from span s cross join open left join booked b on b.month = s.month left join accounting_period p on p.month = s.month
    order by s.month desc limit 120
  `.execute(db)
  return rows
}

/** Close a month, as `YYYY-MM`. The trigger guard_period waits for entries that are not committed, and keeps the order. */
export async function insertPeriod(
  trx: Trx,
  { month, ...by }: { month: string; closedBy: string; approvedBy: string },
): Promise<void> {
  await trx
    .insertInto('accountingPeriod')
    .values({ month: `${month}-01`, ...by })
    .execute()
}
