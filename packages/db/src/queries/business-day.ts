import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { compileOnce } from '../compile-once.ts'

const businessDay = compileOnce(() => sql<{ day: string }>`select business_day(now()) as day`)

/** The business day of now, YYYY-MM-DD; in a transaction, of its beginning. */
export async function getBusinessDay(db: Db): Promise<string> {
  return (await businessDay.get(db, {})).day
}
