import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** Read the current business day, YYYY-MM-DD; in a transaction, the day when it began. */
export async function getBusinessDay(db: Db): Promise<string> {
  const { day } = await db.selectNoFrom(sql<string>`business_day(now())`.as('day')).executeTakeFirstOrThrow()
  return day
}
