import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { WITHOUT_TIMEOUTS } from '../timeouts.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  type BackupKey,
  type BackupTable,
  END_OF_TABLE,
  encryptChunks,
} from './encrypt-chunks.ts'

/**
 * Write an encrypted snapshot of the whole database to a file that only its owner can read. The product may keep running. The
 * file gets its name once it is complete and on disk.
 */
export async function writeBackup(connectionString: string, file: string, key: BackupKey) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const unfinished = `${file}.part`
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(WITHOUT_TIMEOUTS)
    const handle = await open(unfinished, 'w', 0o600)
    const written: { end?: BackupEnd } = {}
    await pipeline(
      Readable.from(writeSections(client, written)),
      createGzip(),
      (packed: AsyncIterable<Buffer>) => encryptChunks(packed, key),
      handle.createWriteStream({ flush: true }),
    )
    if (!written.end) throw new BackupError('the backup was not written to its end')
    await rename(unfinished, file)
    return written.end
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function* writeSections(client: pg.Client, written: { end?: BackupEnd }): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const line = (content: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(content)}\n`)
    hash.update(bytes)
    return bytes
  }
  yield line(await readHeader(client))
  let rows = 0
  for (const table of await listTables(client)) {
    yield line(table)
    const copy = client.query(copyTo(copyStatement(client, table)))
    for await (const chunk of copy) {
      hash.update(chunk)
      yield chunk
    }
    rows += copy.rowCount
    const end = Buffer.from(`${END_OF_TABLE}\n`)
    hash.update(end)
    yield end
  }
  const end = { rows, sequences: await readSequences(client), sha256: hash.digest('hex') }
  written.end = end
  yield Buffer.from(`${JSON.stringify(end)}\n`)
}

/** Finished jobs are the library's history; waiting and running jobs still have to be done. */
function copyStatement(client: pg.Client, table: BackupTable): string {
  const owed = table.schema === 'pgboss' ? " where state < 'completed'" : ''
  return `copy (select ${columnsOf(client, table)} from ${nameOf(client, table)}${owed}) to stdout`
}

async function readHeader(client: pg.Client): Promise<BackupHeader> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const server = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  return {
    format: 'chuma-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    server: server.rows[0]?.version ?? 0,
    migrations: rows.map(({ name }) => name),
  }
}

/** Sequences are outside of any snapshot; read last, they are beyond every number in the tables. */
async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null
  `)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

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
