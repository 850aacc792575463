import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** The business day of now, YYYY-MM-DD; in a transaction, of its beginning. */
export async function getBusinessDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select business_day(now()) as day`.execute(db)
  return rows[0]?.day ?? ''
}
