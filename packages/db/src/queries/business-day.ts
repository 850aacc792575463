import { listHolidays } from '@chuma/contract/working-days'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../client.ts'

/** Read the current business day, YYYY-MM-DD; in a transaction, the day when it began. */
export async function getBusinessDay(db: Db): Promise<string> {
  const { day } = await db.selectNoFrom(sql<string>`business_day(now())`.as('day')).executeTakeFirstOrThrow()
  return day
}

/** No caller asks about older days. */
const PAST_YEARS = 5

/** Whether banks and staff work on a day, which is an SQL date, with the holidays that owners have added to the economy. */
export const isWorkingDay = (day: RawBuilder<unknown>) => {
  const thisYear = new Date().getUTCFullYear()
  const years = Array.from({ length: PAST_YEARS + 2 }, (_, index) => thisYear - PAST_YEARS + index)
  return sql<boolean>`(
    extract(isodow from ${day}) < 6 and ${day}::date <> all(${years.flatMap(listHolidays)}::date[])
    and not coalesce(
      (select record -> 'extraHolidays' from economy_version order by version desc limit 1) ? to_char(${day}, 'YYYY-MM-DD'), false)
  )`
}
