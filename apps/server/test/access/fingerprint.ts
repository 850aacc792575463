import { type Db, getPool } from '@chuma/db/client'
import type pg from 'pg'

/**
 * Digest every table: equal before and after a call that changed nothing. `but` leaves tables out, such as the counts of
 * attempts, which outlive a failed call on purpose.
 */
export async function fingerprint(db: Db, but: readonly string[] = []): Promise<Record<string, string>> {
  const pool = getPool(db)
  const { rows: tables } = await pool.query<{ name: string; quoted: string }>(`
    select table_name as name, quote_ident(table_name) as quoted from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name
  `)
  const digested = tables.filter(({ name }) => !but.includes(name))
  // All in one round trip, which costs more than a digest. One statement for all would cost three times as much to plan.
  const results: unknown = await pool.query(
    digested
      .map(
        ({ quoted }) =>
          `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${quoted} t`,
      )
      .join(';'),
  )
  const prints = results as pg.QueryResult<{ print: string }>[]
  return Object.fromEntries(digested.map(({ name }, index) => [name, prints[index]?.rows[0]?.print ?? '']))
}
