import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** PostgreSQL's version as one number: 150004 is 15.4. */
export async function getServerVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version
  `.execute(db)
  return rows[0]?.version ?? 0
}

/** Whether this connection's role could change the ledger's tables: it owns them, or is a superuser. */
export async function ownsTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOwner: boolean }>`
    select pg_has_role(current_user, relowner, 'usage') as is_owner from pg_class where oid = 'posting'::regclass
  `.execute(db)
  return rows[0]?.isOwner ?? false
}
