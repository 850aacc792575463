import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { compileOnce } from '../compile-once.ts'

const businessDay = compileOnce(() => sql<{ day: string }>`select business_day(now()) as day`)

/** Read the current business day, YYYY-MM-DD; in a transaction, the day when it began. */
export async function getBusinessDay(db: Db): Promise<string> {
  return (await businessDay.get(db, {})).day
}
