import type { accountingPeriod } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

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
