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
  const digests = tables
    .filter(({ name }) => !but.includes(name))
    .map(
      ({ name }) => sql`select ${sql.lit(name)} as name,
        md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t`,
    )
  // One statement for all tables: a round trip for each costs more than the digests.
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(digests, sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}
