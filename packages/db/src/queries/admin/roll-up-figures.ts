import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { figuresOf, type LiveDays, offerFiguresOf } from './figures-of-days.ts'
import { getKeptDays, lockFigures } from './kept-days.ts'

type Settled = { before: Date; mostDays: number }

/**
 * Count the next days that ended before a given time, at most `mostDays`, once and for good. Concurrent processes do so one
 * after the other, and the second finds nothing left to count.
 * @returns how many days were counted
 */
export async function rollUpFigures(trx: Trx, { before, mostDays }: Settled): Promise<number> {
  await lockFigures(trx)
  const { zone, liveDay: firstDay, liveFrom: from } = await getKeptDays(trx)
  const { rows } = await sql<{ day: string; endsAt: Date }>`
    insert into figure_day (day, ends_at)
    select day::date, business_day_start(day::date + 1)
    from generate_series(${firstDay}::date, ${firstDay}::date + ${mostDays}::int - 1, interval '1 day') as day
    where business_day_start(day::date + 1) <= ${before}::timestamptz
    returning day, ends_at
  `.execute(trx)
  const until = rows.at(-1)?.endsAt
  if (!until) return 0

  const days: LiveDays = { zone, firstDay, from, until }
  await sql`
    insert into daily_figure (day, name, value)
    select day, name, value from (${figuresOf(days)}) as figure where value <> 0
  `.execute(trx)
  await sql`
    insert into daily_offer_figure (survey_id, day, clicks, started, completed, credited)
    ${offerFiguresOf(days, null)}
  `.execute(trx)
  return rows.length
}
