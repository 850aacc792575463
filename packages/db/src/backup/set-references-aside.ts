import type { ClientBase } from 'pg'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drop all foreign keys, so that rows may come in any order.
 * @returns a function that restores them, which checks every reference
 */
export async function setReferencesAside(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
  `)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}
