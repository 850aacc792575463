import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * What every connection of the product has to bring along. They belong to the role and not to the connection: a pool in
 * between, such as PgBouncer, refuses them as parameters of a connection, or takes them and forgets them.
 */
export const TIMEOUTS = {
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
} as const

/** For the few transactions that may take as long as they need: migrations, backups, restores. */
export const WITHOUT_TIMEOUTS = Object.keys(TIMEOUTS)
  .map((name) => `set local ${name} = 0`)
  .join('; ')

const names = Object.keys(TIMEOUTS)

/** The names of those that this connection does not have, and as whom and where it came without them. */
export async function findMissingTimeouts(db: Db) {
  const { rows } = await sql<{ missing: string[]; role: string; database: string }>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      array(select name from unnest(${names}::text[]) with ordinality as wanted(name, at)
        where current_setting(name) = '0' order by at) as missing
  `.execute(db)
  const [found] = rows
  if (!found) throw new Error('a select without from gives one row')
  return found
}

/** The statements that give them to the role, for its next connections to this database. A role may change its own. */
export function timeoutStatements(found: Awaited<ReturnType<typeof findMissingTimeouts>>): string[] {
  return Object.entries(TIMEOUTS)
    .filter(([name]) => found.missing.includes(name))
    .map(([name, value]) => `alter role ${found.role} in database ${found.database} set ${name} = '${value}'`)
}
