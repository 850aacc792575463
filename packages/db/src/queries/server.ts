import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** PostgreSQL's version as one number: 150004 is 15.4. */
export async function getServerVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version
  `.execute(db)
  return rows[0]?.version ?? 0
}
