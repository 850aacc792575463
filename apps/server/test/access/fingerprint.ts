import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

/**
 * Digest every table: equal before and after a call that changed nothing. `but` leaves tables out, such as the counts of
 * attempts, which outlive a failed call on purpose.
 */
export async function fingerprint(db: Db, but: readonly string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name
  `.execute(db)
  const prints: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !but.includes(table.name))) {
    const { rows } = await sql<{ print: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t
    `.execute(db)
    prints[name] = rows[0]?.print ?? ''
  }
  return prints
}
