import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** Read the database's time, this many seconds from now. Waits end by its clock: the application's may be wrong, or differ between servers. */
export async function getTimeIn(db: Db, seconds: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select clock_timestamp() + make_interval(secs => ${seconds}) as at
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table gives one row')
  return row.at
}
