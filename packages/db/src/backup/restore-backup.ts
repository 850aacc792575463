import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type * as z from 'zod'
import { createDb } from '../client.ts'
import { type MigrateOptions, migrateTo, migrateToLatest } from '../migrate.ts'
import { markRestore } from '../queries/auth/restored.ts'
import { WITHOUT_TIMEOUTS } from '../timeouts.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  type BackupKey,
  type BackupTable,
  backupEnd,
  backupHeader,
  backupTable,
  decryptChunks,
  END_OF_TABLE,
  isEncrypted,
  PREFIX_BYTES,
} from './encrypt-chunks.ts'
import { columnsOf, listTables, nameOf } from './write-backup.ts'

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

type Part =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: BackupTable }
  /** One row of the preceding table, with its line break, in COPY's text format. */
  | { kind: 'row'; row: Buffer }
  | { kind: 'end'; end: BackupEnd }

/**
 * Read the parts of a backup in order. A caller that reads to the end knows that it is complete and unchanged. Backups of
 * versions that did not encrypt them are read too.
 * @throws BackupError when it is not a backup, is cut short, was changed, or is encrypted with another key
 */
export async function* readBackup(file: string, keys: readonly BackupKey[]): AsyncGenerator<Part, void> {
  const hash = createHash('sha256')
  let at: 'header' | 'sections' | 'rows' | 'end' = 'header'
  for await (const line of readLines(file, keys)) {
    if (at === 'end') throw new BackupError('there is more in the file after the end of the backup')
    if (at === 'rows') {
      hash.update(line)
      if (isEndOfTable(line)) at = 'sections'
      else yield { kind: 'row', row: line }
    } else if (at === 'header') {
      hash.update(line)
      yield { kind: 'header', header: parse(backupHeader, line) }
      at = 'sections'
    } else {
      const section = parse(backupTable.or(backupEnd), line)
      if ('table' in section) {
        hash.update(line)
        yield { kind: 'table', table: section }
        at = 'rows'
      } else {
        checkDigest(hash, section)
        yield { kind: 'end', end: section }
        at = 'end'
      }
    }
  }
  if (at !== 'end') throw new BackupError('the file ends before the backup does')
}

function checkDigest(hash: Hash, { sha256 }: BackupEnd) {
  if (hash.digest('hex') !== sha256) throw new BackupError('the file was changed: its digest differs')
}

function isEndOfTable(line: Buffer): boolean {
  return (
    line.length === END_OF_TABLE.length + 1 && line.toString('latin1', 0, line.length - 1) === END_OF_TABLE
  )
}

function parse<Schema extends z.ZodType>(schema: Schema, line: Buffer): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString()))
  } catch {
    throw new BackupError('the file is not a backup of this product, or is damaged')
  }
}

const LINE_BREAK = 0x0a

async function* readLines(file: string, keys: readonly BackupKey[]): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of unpack(file, keys)) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_BREAK, start)
      if (end < 0) break
      const line = chunk.subarray(start, end + 1)
      yield rest.length > 0 ? Buffer.concat([...rest, line]) : line
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) throw new BackupError('the file ends before the backup does')
}

async function* unpack(file: string, keys: readonly BackupKey[]): AsyncGenerator<Buffer> {
  const stored = createReadStream(file)
  const packed = isEncrypted(await readBeginning(file)) ? Readable.from(decryptChunks(stored, keys)) : stored
  const unpacked = createGunzip()
  packed.once('error', (error: Error) => unpacked.destroy(error))
  try {
    yield* packed.pipe(unpacked)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') throw new BackupError('the file ends before the backup does')
    if (code.startsWith('Z_'))
      throw new BackupError('the file is not a backup of this product, or is damaged')
    throw error
  } finally {
    packed.destroy()
    stored.destroy()
  }
}

async function readBeginning(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PREFIX_BYTES))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drop all foreign keys, so that rows may come in any order.
 * @returns a function that restores them, which checks every reference
 */
async function setReferencesAside(client: ClientBase): Promise<() => Promise<void>> {
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

/**
 * Let `fill` work on a new, empty database, then give it the name of the one at `url`, which is kept under another name. One
 * transaction swaps the names, so that a complete database has the name at any time.
 * @throws BackupError when the old one is in use
 */
export async function replaceDatabase<Done>(url: string, fill: (url: string) => Promise<Done>) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const fresh = `${name}_restoring`
  const kept = `${name}_before_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const client = new pg.Client({ connectionString: at(url, 'postgres') })
  await client.connect()
  const id = (text: string) => client.escapeIdentifier(text)
  try {
    await requireUnused(client, name)
    // Left behind by a restore that did not finish; if it was killed, its last statement may still run.
    await client.query(`drop database if exists ${id(fresh)} with (force)`)
    await client.query(`create database ${id(fresh)} template template0`)
    try {
      const done = await fill(at(url, fresh))
      await requireUnused(client, name)
      await client.query('begin')
      await client.query(`alter database ${id(name)} rename to ${id(kept)}`)
      await client.query(`alter database ${id(fresh)} rename to ${id(name)}`)
      await client.query('commit')
      return { done, kept }
    } catch (error) {
      await client.query('rollback')
      await client.query(`drop database if exists ${id(fresh)}`)
      throw error
    }
  } finally {
    await client.end()
  }
}

async function requireUnused(client: pg.Client, name: string): Promise<void> {
  const used = await client.query(
    "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
    [name],
  )
  if (used.rowCount) throw new BackupError('the server is running: stop it first')
}

function at(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}
