import type { ClientBase } from 'pg'
import type { BackupTable } from './backup-format.ts'

/**
 * List every table with data of its own, and its columns that are not generated. The job library creates its own tables; only
 * its jobs belong in a backup.
 */
export async function listTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' and c.relname not like 'kysely_migration%' and c.relname <> 'applied_function' or n.nspname = 'pgboss' and c.relname = 'job')
    group by n.nspname, c.relname
    order by n.nspname desc, c.relname
  `)
  return rows
}

export function nameOf(client: ClientBase, { schema, table }: Pick<BackupTable, 'schema' | 'table'>): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`
}

export function columnsOf(client: ClientBase, { columns }: BackupTable): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}
