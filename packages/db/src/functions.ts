import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db, Trx } from './client.ts'
import { TABLES } from './tables.ts'

// In the bundle, the copy of this folder has the same relative path.
const folder = new URL('../functions/', import.meta.url)

/** `name` is a function's, or `<trigger> on <table>`. */
type Statement = { name: string; isTrigger: boolean; text: string; hash: string }

const CREATED = /^create (?:or replace function (\w+)|(?:constraint )?trigger (\w+)[^;]*? on (\w+))/

/**
 * Split a file of `functions/` into its statements: one function, named like the file, then the triggers that call it.
 * Comments above a statement are not part of it, so that rewording one replaces nothing.
 */
export function parseFunctionFile(file: string, content: string): Statement[] {
  const statements = content.split(/;\n(?=\n*(?:--[^\n]*\n)*(?:create |$))/).flatMap((part) => {
    const text = part.replace(/^(?:\s*--[^\n]*\n)*\s*/, '')
    return text === '' ? [] : [readStatement(file, text)]
  })
  const functions = statements.filter(({ isTrigger }) => !isTrigger)
  if (functions.length !== 1 || functions[0]?.name !== file)
    throw new Error(`functions/${file}.sql must create the function ${file} and nothing but its triggers`)
  return statements
}

function readStatement(file: string, text: string): Statement {
  const [, routine, trigger, table] = CREATED.exec(text) ?? []
  const isTrigger = routine === undefined
  if (isTrigger && !(trigger && text.includes(`execute function ${file}(`)))
    throw new Error(
      `functions/${file}.sql: not its function nor a trigger that calls it: ${text.slice(0, 60)}`,
    )
  const hash = createHash('sha256').update(text).digest('hex')
  return { name: routine ?? `${trigger} on ${table}`, isTrigger, text, hash }
}

/** Read every function and trigger that this build defines. */
export async function readFunctions(): Promise<Statement[]> {
  const files = (await readdir(fileURLToPath(folder), { recursive: true })).filter((file) =>
    file.endsWith('.sql'),
  )
  const parsed = await Promise.all(
    files
      .sort((one, other) => path.basename(one).localeCompare(path.basename(other)))
      .map(async (file) =>
        parseFunctionFile(path.basename(file, '.sql'), await readFile(new URL(file, folder), 'utf8')),
      ),
  )
  return [...parsed.flat(), ...renderGuards()]
}

/** Write the triggers of the guards in `TABLES`. */
function renderGuards(): Statement[] {
  return Object.entries(TABLES).flatMap(([table, { guard }]) => {
    const rows = `create trigger ${table}_append_only before update or delete on ${table}
  for each row execute function refuse_change()`
    const all = `create trigger ${table}_no_truncate before truncate on ${table}
  for each statement execute function refuse_change()`
    const texts = guard === undefined ? [] : guard === 'final' ? [rows, all] : [all]
    return texts.map((text) => readStatement('refuse_change', text))
  })
}

async function compare(db: Db, wanted: readonly Statement[]) {
  const applied = await db.selectFrom('appliedFunction').select(['name', 'hash']).execute()
  const known = new Map(applied.map(({ name, hash }) => [name, hash]))
  const names = new Set(wanted.map(({ name }) => name))
  return {
    changed: wanted.filter(({ name, hash }) => known.get(name) !== hash),
    removed: applied.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  }
}

/** Whether the database has every function and trigger as this build defines them. */
export async function areFunctionsApplied(db: Db): Promise<boolean> {
  const { changed, removed } = await compare(db, await readFunctions())
  return changed.length === 0 && removed.length === 0
}

/**
 * Replace changed functions and triggers and drop removed ones. Unchanged ones are not touched, so no table is locked for
 * them. The caller holds the lock on migrations.
 */
export async function applyFunctions(trx: Trx, wanted: readonly Statement[]): Promise<void> {
  const { changed, removed } = await compare(trx, wanted)
  const isTriggerName = (name: string) => name.includes(' on ')
  for (const name of removed.filter(isTriggerName)) await drop(trx, name)
  for (const statement of changed.filter(({ isTrigger }) => !isTrigger)) await replace(trx, statement)
  for (const statement of changed.filter(({ isTrigger }) => isTrigger)) await replace(trx, statement)
  for (const name of removed.filter((name) => !isTriggerName(name))) await drop(trx, name)
}

async function replace(trx: Trx, { name, isTrigger, text, hash }: Statement): Promise<void> {
  // A trigger's function is replaced and keeps its triggers. Others are dropped first: with other arguments PostgreSQL would add
  // a second function of the same name, and it refuses another result type.
  if (isTrigger || !/\breturns trigger\b/.test(text)) await dropObject(trx, name)
  await sql.raw(text).execute(trx)
  await trx
    .insertInto('appliedFunction')
    .values({ name, hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash }))
    .execute()
}

async function drop(trx: Trx, name: string): Promise<void> {
  await dropObject(trx, name)
  await trx.deleteFrom('appliedFunction').where('name', '=', name).execute()
}

async function dropObject(trx: Trx, name: string): Promise<void> {
  const [object = '', table] = name.split(' on ')
  const statement =
    table === undefined
      ? sql`drop function if exists ${sql.id(object)}`
      : sql`drop trigger if exists ${sql.id(object)} on ${sql.id(table)}`
  await statement.execute(trx)
}
