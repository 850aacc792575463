import type { trialBalance } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** Of an account that has no row. */
export const NO_PARTNER = '00000000-0000-0000-0000-000000000000'

/** Read what each account holds at the end of a day. Reads one row for each account, day and connection that booked. */
export async function getTrialBalance(
  db: Db,
  asked: { day?: string | undefined },
): Promise<Answer<typeof trialBalance>> {
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
