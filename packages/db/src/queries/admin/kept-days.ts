import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type KeptDays = {
  zone: string
  /** The business day of now. */
  today: string
  /** The last counted day; null before the first count. */
  lastDay: string | null
  /** The day after it, and when it begins: everything from here on is counted from its rows. */
  liveDay: string
  liveFrom: Date
}

export async function getKeptDays(db: Db): Promise<KeptDays> {
  const { rows } = await sql<KeptDays>`
    with kept as (select day, ends_at from figure_day order by day desc limit 1),
    -- Before the first member and the first page there is nothing to count.
    beginning as (
      select coalesce(least(business_day((select min(created_at) from member)), (select min(day) from page_view)),
        business_day(now())) as day
    )
    select business_time_zone() as zone, business_day(now()) as today, kept.day as last_day,
      coalesce(kept.day + 1, beginning.day) as live_day,
      coalesce(kept.ends_at, business_day_start(beginning.day)) as live_from
    from beginning left join kept on true
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a left join gives one row')
  return row
}

/** Two concurrent counts of a day would both write it. */
export async function lockFigures(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('figures'))`.execute(trx)
}

/**
 * Find the time before which no more rows will appear: every transaction that could write one has ended. A row's time lies
 * within its transaction, and a transaction may be delayed past midnight.
 */
export async function getSettledMoment(trx: Trx): Promise<Date> {
  const { rows } = await sql<{ settled: Date }>`
    select least(now(), min(xact_start)) - interval '1 minute' as settled from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('an aggregate gives one row')
  return row.settled
}
