import { sql } from 'kysely'
import type { Db } from './client.ts'
import { TABLES } from './tables.ts'

/**
 * Give the server's role exactly the rights of `TABLES`. As the owner, in one transaction, so that a serving process never
 * lacks one. It owns nothing, so it can neither alter a table nor disable a trigger, and has no right to TRUNCATE. Wallets, days
 * and totals change inside the functions that post, which run as their owner.
 */
export function applyGrants(db: Db, role: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const to = sql.id(role)
    await sql`revoke all on all tables in schema public from ${to}`.execute(trx)
    await sql`grant usage on schema public to ${to}`.execute(trx)
    for (const [table, { rights }] of Object.entries(TABLES))
      await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${to}`.execute(trx)
    await keepDefinersPrivate(trx)
  })
}

/** The job library's own tables. Its partitions and functions come and go with its queues. */
export async function applyJobGrants(db: Db, role: string): Promise<void> {
  const to = sql.id(role)
  await sql`grant usage on schema pgboss to ${to}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema pgboss to ${to}`.execute(db)
  await sql`grant usage on all sequences in schema pgboss to ${to}`.execute(db)
  await sql`grant execute on all functions in schema pgboss to ${to}`.execute(db)
}

/**
 * A trigger's function that runs as its owner could be attached to a table of the attacker's own, with rows of their own. Firing
 * a trigger needs no right to call its function; creating one does.
 */
async function keepDefinersPrivate(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace
  `.execute(db)
  for (const { name } of rows) await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db)
}
