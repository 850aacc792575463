import { type OperationNodeSource, sql } from 'kysely'
import type { Trx } from '../client.ts'

/** Statements with `returning`, not executed, by name. */
export type Writes = Readonly<Record<string, OperationNodeSource>>

/**
 * Make several changes in one round trip, and return how many rows each returned, by its name. None sees what the others change, and
 * their order is open. A later one that may only happen after an earlier one counts its rows by its name.
 */
export async function writeTogether<Named extends Writes>(trx: Trx, writes: Named) {
  const names = Object.keys(writes)
  const parts = names.map((name) => sql`${sql.ref(name)} as (${writes[name]})`)
  const counts = names.map((name) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`)
  const { rows } = await sql<{ [Name in keyof Named]: number }>`
    with ${sql.join(parts)} select ${sql.join(counts)}
  `.execute(trx)
  const [counted] = rows
  if (!counted) throw new Error('counts give one row')
  return counted
}
