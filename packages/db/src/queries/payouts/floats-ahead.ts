import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { isWorkingDay } from '../is-working-day.ts'

export type FloatAhead = {
  provider: string
  floatKes: number
  /** Approved and not sent. */
  queuedKes: number
  sentDayKes: number
  hoursUntilOpening: number
}

/** When banks open, on working days, after the beginning of the business day. */
const BANKS_OPEN = '9 hours'

/** List these providers' floats that were heard of in the last day, what leaves them, and how long it is until one can be topped up. */
export async function listFloatsAhead(db: Db, providers: readonly string[]): Promise<FloatAhead[]> {
  const { rows } = await sql<FloatAhead>`
    with opening as (
      select min(d)::date as day from (select business_day(now()) as day) today,
        generate_series(today.day + 1, today.day + 14, interval '1 day') d
      where ${isWorkingDay(sql`d`)}
    )
    select f.provider, f.available_kes::float8 as float_kes,
      (select coalesce(sum(a.amount_kes), 0)::bigint from payout_attempt a
        where a.state = 'prepared' and a.provider = f.provider) as queued_kes,
      (select coalesce(sum(a.amount_kes), 0)::bigint from payout_attempt a
        where a.provider = f.provider and a.sending_at > now() - interval '1 day'
          and a.state not in ('failed', 'not_sent')) as sent_day_kes,
      extract(epoch from business_day_start(opening.day) + ${BANKS_OPEN}::interval - now())::float8 / 3600 as hours_until_opening
    from payout_float f, opening
    where f.provider = any(${providers}::text[]) and f.asked_at > now() - interval '1 day'
    order by f.provider
  `.execute(db)
  return rows
}
