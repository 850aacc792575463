import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createDb } from '../client.ts'
import { type MigrateOptions, migrateTo, migrateToLatest } from '../migrate.ts'
import { markRestore } from '../queries/auth/restored.ts'
import { WITHOUT_TIMEOUTS } from '../timeouts.ts'
import { type BackupEnd, BackupError, type BackupHeader, type BackupTable } from './backup-format.ts'
import type { BackupKey } from './backup-keys.ts'
import { columnsOf, listTables, nameOf } from './list-tables.ts'
import { type Part, readBackup } from './read-backup.ts'
import { setReferencesAside } from './set-references-aside.ts'

/**
 * Restore a backup into an empty database of PostgreSQL 15 or later: the tables of its time, the rows in one transaction that
 * checks every constraint, then later migrations, and last the functions and triggers. No server starts with it before
 * `settleRestored`.
 * @throws BackupError before any change: not a backup, damaged, from a newer version, or the database has tables
 */
export async function restoreBackup(
  connectionString: string,
  file: string,
  { keys, ...options }: { keys: readonly BackupKey[] } & MigrateOptions,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const header = await checkBackup(file, keys)
  await requireEmpty(connectionString)
  const db = createDb(connectionString, { max: 2 })
  try {
    // From here on until it is settled no server starts with it.
    await markRestore(db)
    await migrateTo(db, header.migrations)
    const end = await load(connectionString, file, keys)
    await migrateToLatest(db, options)
    return { header, end }
  } finally {
    await db.destroy()
  }
}

/** @throws BackupError */
async function checkBackup(file: string, keys: readonly BackupKey[]): Promise<BackupHeader> {
  let found: BackupHeader | undefined
  for await (const part of readBackup(file, keys)) {
    if (part.kind === 'header') found = part.header
  }
  if (!found) throw new BackupError('the file is empty')
  return found
}

async function requireEmpty(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace limit 1",
    )
    if (tables.rowCount) throw new BackupError('the database has tables already: a backup needs an empty one')
  } finally {
    await client.end()
  }
}

async function load(connectionString: string, file: string, keys: readonly BackupKey[]): Promise<BackupEnd> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(WITHOUT_TIMEOUTS)
    const tables = await listTables(client)
    const putBack = await setReferencesAside(client)
    for (const table of tables) await empty(client, table)
    const end = await copyRows(client, { parts: readBackup(file, keys), queues: await listQueues(client) })
    for (const [name, last] of Object.entries(end.sequences)) {
      await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last])
    }
    await putBack()
    await client.query('commit')
    return end
  } finally {
    await client.end()
  }
}

/** Remove rows that the migrations inserted, because the backup has them too. An append-only table has none. */
async function empty(client: pg.Client, table: BackupTable): Promise<void> {
  const name = nameOf(client, table)
  const found = await client.query(`select from ${name} limit 1`)
  if (found.rowCount) await client.query(`truncate ${name}`)
}

async function listQueues(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from pgboss.queue')
  return new Set(rows.map(({ name }) => name))
}

type Source = { parts: AsyncGenerator<Part, void>; queues: ReadonlySet<string> }

async function copyRows(client: pg.Client, { parts, queues }: Source): Promise<BackupEnd> {
  let part = await takePart(parts)
  while (part.kind !== 'end') {
    const after: { part?: Part } = {}
    if (part.kind === 'table') {
      const copy = client.query(copyFrom(copyStatement(client, part.table)))
      const rows = takeRows(parts, after)
      const wanted = part.table.schema === 'pgboss' ? takeKnownJobs(rows, part.table, queues) : rows
      await pipeline(Readable.from(wanted), copy)
    }
    part = after.part ?? (await takePart(parts))
  }
  return part.end
}

async function takePart(parts: AsyncGenerator<Part, void>): Promise<Part> {
  const { value } = await parts.next()
  if (!value) throw new BackupError('the file ends before the backup does')
  return value
}

/** Yield the rows; the part that follows them goes into `after`. */
async function* takeRows(parts: AsyncGenerator<Part, void>, after: { part?: Part }) {
  for (;;) {
    const part = await takePart(parts)
    if (part.kind !== 'row') {
      after.part = part
      return
    }
    yield part.row
  }
}

/** Leave out jobs of queues that are not ours, such as the library's own timer, which a running server keeps. */
async function* takeKnownJobs(
  rows: AsyncGenerator<Buffer, void>,
  { columns }: BackupTable,
  queues: ReadonlySet<string>,
) {
  const at = columns.indexOf('name')
  for await (const row of rows) {
    if (queues.has(row.toString().split('\t', at + 1)[at] ?? '')) yield row
  }
}

function copyStatement(client: pg.Client, table: BackupTable): string {
  return `copy ${nameOf(client, table)} (${columnsOf(client, table)}) from stdin`
}
