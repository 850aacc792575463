import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * Timeouts that every connection must have. They belong to the role, not the connection: a pooler such as PgBouncer refuses
 * them as connection parameters, or accepts and forgets them.
 */
export const TIMEOUTS = {
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
} as const

/** For the few transactions that may take any time: migrations, backups, restores. */
export const WITHOUT_TIMEOUTS = Object.keys(TIMEOUTS)
  .map((name) => `set local ${name} = 0`)
  .join('; ')

const names = Object.keys(TIMEOUTS)

/** Find the timeouts that this connection lacks, and its role and database. */
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

/** Write the statements that give them to the role, for its next connections to this database. A role may change its own. */
export function timeoutStatements(found: Awaited<ReturnType<typeof findMissingTimeouts>>): string[] {
  return Object.entries(TIMEOUTS)
    .filter(([name]) => found.missing.includes(name))
    .map(([name, value]) => `alter role ${found.role} in database ${found.database} set ${name} = '${value}'`)
}

/** Give this connection's own role the timeouts it lacks, for its next connections. */
export async function giveTimeouts(db: Db): Promise<void> {
  for (const statement of timeoutStatements(await findMissingTimeouts(db)))
    await sql.raw(statement).execute(db)
}
