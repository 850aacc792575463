import type { ClientBase } from 'pg'

type ForeignKey = { table: string; name: string; definition: string }
type Trigger = { table: string; name: string; mode: 'O' | 'A' | 'R' }

const MODES = { O: 'enable', A: 'enable always', R: 'enable replica' }

/**
 * For the rest of the transaction rows may come in any order, and no trigger counts, dates or refuses what it did already.
 * A view has no rows, and its triggers stay as they are.
 * @returns what puts both back, and by that checks every reference
 */
export async function setConstraintsAside(client: ClientBase): Promise<() => Promise<void>> {
  const foreignKeys = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
  `)
  const triggers = await client.query<Trigger>(`
    select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, t.tgenabled as mode
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and c.relkind <> 'v'
      and c.relnamespace = 'public'::regnamespace
  `)
  for (const { table, name } of foreignKeys.rows) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  for (const { table, name } of triggers.rows) {
    await client.query(`alter table ${table} disable trigger ${name}`)
  }
  return async () => {
    for (const { table, name, mode } of triggers.rows) {
      await client.query(`alter table ${table} ${MODES[mode]} trigger ${name}`)
    }
    for (const { table, name, definition } of foreignKeys.rows) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}
