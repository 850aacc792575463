import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { type Placement, TABLES } from '../tables.ts'
import { RULE_EXCEPTIONS, TRIGGERS } from './exceptions.ts'

const placements: Readonly<Record<string, Placement>> = Object.fromEntries(
  Object.entries(TABLES).map(([table, { placement }]) => [table, placement]),
)

/** Find what in the catalogue could not be distributed as `TABLES` says; empty when everything can. */
export async function findObstacles(db: Db): Promise<string[]> {
  return [
    ...(await findUnplaced(db)),
    ...(await findKeys(db)),
    ...(await findReferences(db)),
    ...(await findTriggers(db)),
    ...(await findNumbers(db)),
    ...(await findBoundFunctions(db)),
    ...(await findUnsteadyFunctions(db)),
  ].sort()
}

async function findUnplaced(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string[]; required: string[] }>`
    select c.relname as table, array_agg(a.attname::text) as columns,
      coalesce(array_agg(a.attname::text) filter (where a.attnotnull), '{}') as required
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace group by c.relname
  `.execute(db)
  const found = new Map(rows.map((row) => [row.table, row]))
  return [
    ...rows.filter(({ table }) => !placements[table]).map(({ table }) => `${table}: has no placement`),
    ...Object.entries(placements).flatMap(([table, placement]) => {
      const row = found.get(table)
      if (!row) return [`${table}: no such table`]
      if (!('by' in placement) || row.required.includes(placement.by)) return []
      return [`${table}: has no ${placement.by}, or may lack it`]
    }),
  ]
}

/** Primary keys, unique constraints, unique indexes and exclusions: each server enforces them on its own rows only. */
async function findKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; isPrimary: boolean; columns: string[] }>`
    select t.relname as table, i.relname as name, x.indisprimary as "isPrimary",
      array(
        select coalesce(a.attname::text, '(expression)') from unnest(x.indkey[0:x.indnkeyatts - 1]) with ordinality k (n, place)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n and k.n > 0 order by k.place
      ) as columns
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where (x.indisunique or x.indisexclusion) and t.relnamespace = 'public'::regnamespace
  `.execute(db)
  const keyed = new Set(rows.filter(({ isPrimary }) => isPrimary).map(({ table }) => table))
  return [
    ...rows.flatMap(({ table, name, columns }) => {
      const placement = placements[table]
      if (!placement || !('by' in placement) || isExcepted(table, name)) return []
      const isEnough =
        placement.class === 'distributed' ? columns[0] === placement.by : columns.includes(placement.by)
      const must = placement.class === 'distributed' ? 'lead with' : 'hold'
      return isEnough ? [] : [`${table}.${name} (${columns.join(', ')}) does not ${must} ${placement.by}`]
    }),
    ...Object.keys(placements)
      .filter((table) => !keyed.has(table))
      .map((table) => `${table}: has no primary key`),
  ]
}

type Reference = {
  name: string
  from: string
  to: string
  fromColumns: string[]
  toColumns: string[]
  /** Columns that deleting the other row would change. */
  changed: string[]
}

async function findReferences(db: Db): Promise<string[]> {
  const columns = (relation: string, numbers: string) => sql`array(
    select a.attname::text from unnest(${sql.raw(numbers)}) with ordinality k (n, place)
    join pg_attribute a on a.attrelid = ${sql.raw(relation)} and a.attnum = k.n order by k.place
  )`
  const { rows } = await sql<Reference>`
    select o.conname as name, f.relname as from, t.relname as to, ${columns('o.conrelid', 'o.conkey')} as "fromColumns",
      ${columns('o.confrelid', 'o.confkey')} as "toColumns",
      case when o.confdeltype in ('n', 'd') or o.confupdtype <> 'a'
        then ${columns('o.conrelid', 'coalesce(o.confdelsetcols, o.conkey)')} else '{}' end as changed
    from pg_constraint o join pg_class f on f.oid = o.conrelid join pg_class t on t.oid = o.confrelid
    where o.contype = 'f' and o.connamespace = 'public'::regnamespace
  `.execute(db)
  const all = new Set(rows.map(({ from, name }) => `${from}.${name}`))
  return rows
    .flatMap((reference) => {
      const problem = isExcepted(reference.from, reference.name) ? undefined : judgeReference(reference)
      return problem ? [`${reference.from}.${reference.name} ${problem}`] : []
    })
    .concat(await findForgottenExceptions(db, all))
}

function judgeReference({ from, to, fromColumns, toColumns, changed }: Reference): string | undefined {
  const [here, there] = [placements[from], placements[to]]
  if (!here || !there || there.class === 'reference') return undefined
  if (here.class === 'reference') return `leads from a table on every server to ${to}`
  if (!('by' in here))
    return 'by' in there ? `leads from a local table to ${to}, which is distributed` : undefined
  if (!('by' in there)) return `leads from a distributed table to ${to}, which is local`
  if (groupOf(from) !== groupOf(to)) return `leads to ${to}, which is distributed by something else`
  const place = fromColumns.indexOf(here.by)
  if (place < 0 || toColumns[place] !== there.by) return `does not join ${here.by} with ${there.by} of ${to}`
  return changed.includes(here.by) ? `would change ${here.by}` : undefined
}

/** Tables of one group have the rows of one value on one server. */
function groupOf(table: string): string {
  const placement = placements[table]
  return placement && 'with' in placement && placement.with ? placement.with : table
}

function isExcepted(table: string, constraint: string): boolean {
  return RULE_EXCEPTIONS.some((rule) => rule.table === table && rule.constraint === constraint)
}

async function findForgottenExceptions(db: Db, references: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ rule: string }>`
    select conrelid::regclass::text || '.' || conname as rule from pg_constraint
    where contype in ('p', 'u', 'x') and connamespace = 'public'::regnamespace
  `.execute(db)
  const keys = new Set(rows.map(({ rule }) => rule))
  return RULE_EXCEPTIONS.map(({ table, constraint }) => `${table}.${constraint}`)
    .filter((rule) => !keys.has(rule) && !references.has(rule))
    .map((rule) => `${rule}: an exception for a missing rule`)
}

async function findTriggers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; source: string }>`
    select c.relname as table, t.tgname as name, p.prosrc as source
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and p.proname <> 'refuse_change'
  `.execute(db)
  const spread = rows.filter(({ table }) => {
    const placement = placements[table]
    return placement !== undefined && 'by' in placement
  })
  const names = new Set(spread.map(({ table, name }) => `${table}.${name}`))
  return [
    ...[...names].filter((name) => !TRIGGERS[name]).map((name) => `${name}: has no stated reach`),
    ...Object.keys(TRIGGERS)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: no such trigger`),
    // A shard has a number after its table's name.
    ...spread
      .filter(({ source }) => /tg_table_name\s*(=|<>|in\b)/i.test(source))
      .map(({ table, name }) => `${table}.${name} goes by the whole name of its table`),
  ]
}

/** Each server counts from its own start: only bigint leaves room for that. */
async function findNumbers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.atttypid <> 'int8'::regtype
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
  `.execute(db)
  return rows
    .filter(({ table }) => 'by' in (placements[table] ?? {}))
    .map(({ table, column }) => `${table}.${column} counts in a type that is too small`)
}

/** A parsed body is bound to the tables of the server that parsed it. */
async function findBoundFunctions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.proname as name from pg_proc p
    join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
    where p.pronamespace = 'public'::regnamespace and p.prosqlbody is not null
  `.execute(db)
  return rows.map(({ name }) => `${name}() is bound to tables of one server`)
}

/** A trigger runs beside its rows; any other function runs on the first server, which refuses an UPDATE with such a value. */
async function findUnsteadyFunctions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and p.prosrc ~* '\\m(update|delete)\\M' and p.prosrc ~* '\\m(clock_timestamp|timeofday|random|gen_random_uuid)\\('
  `.execute(db)
  return rows.map(({ name }) => `${name}() changes rows with a volatile value`)
}

const spread = Object.entries(placements).flatMap(([table, placement]) =>
  'by' in placement ? [{ table, by: placement.by }] : [],
)
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * List functions that use rows of distributed tables and compare none of their keys: on several servers each such statement
 * asks every server. Reads the text only: a function that names a member for one of two tables is not found.
 */
export async function listUnboundQueries(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = await Promise.all(
    files.map(async (file) => {
      const blocks = splitBlocks(await readFile(path.join(folder, file), 'utf8'))
      return blocks
        .filter(({ isExported, text }) => isExported && isUnbound(withHelpers(text, blocks)))
        .map(({ name }) => `${path.basename(file, '.ts')}.${name}`)
    }),
  )
  return found.flat().sort()
}

/** Add the file's private conditions and query beginnings that this function uses. */
function withHelpers(text: string, blocks: readonly Block[]): string {
  const helpers = blocks.filter((block) => !block.isExported && new RegExp(`\\b${block.name}\\b`).test(text))
  return [text, ...helpers.map((helper) => helper.text)].join('\n')
}

function isUnbound(text: string): boolean {
  const used = spread.filter(({ table }) => isUsed(table, text))
  return used.length > 0 && !used.some(({ by }) => isCompared(by, text))
}

/** Whether a table is read, changed or deleted from. An inserted row states its own placement. */
function isUsed(table: string, text: string): boolean {
  const inSql = new RegExp(`\\b(from|join|update|using)\\s+${table}\\b`, 'i')
  const built = new RegExp(
    `(selectFrom|[jJ]oin|updateTable|deleteFrom|from)\\(\\s*\\[?'${camel(table)}( as \\w+)?'`,
  )
  return inSql.test(text) || built.test(text)
}

function isCompared(column: string, text: string): boolean {
  const inSql = new RegExp(`\\b${column}\\s*=\\s*(any\\()?\\(?\\$\\{`)
  const turned = new RegExp(`\\}(::\\w+)?\\s*=\\s*(\\w+\\.)?${column}\\b`)
  const built = new RegExp(`(?<!Ref)\\(\\s*'(\\w+\\.)?${camel(column)}'\\s*,\\s*'(=|in)'`)
  return inSql.test(text) || turned.test(text) || built.test(text)
}

/** A top-level function or constant of a file. */
type Block = { name: string; isExported: boolean; text: string }

/** Split a file into its top-level blocks, without comments. */
export function splitBlocks(source: string): Block[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(\/\/|--).*$/gm, '')
  return code.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((text) => {
    const [, exported, name] = /^(export )?(?:async )?(?:function\*?|const) (\w+)/.exec(text) ?? []
    return name ? [{ name, isExported: exported !== undefined, text }] : []
  })
}

const spreadTables = new Set(
  Object.entries(placements).flatMap(([table, placement]) => (placement.class === 'local' ? [] : [table])),
)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Each row would get another value. */
const VOLATILE = /\b(clock_timestamp|timeofday|random|gen_random_uuid|nextval|pg_backend_pid)\s*\(/
/** The above, and what is stable within a statement or a transaction. */
const MUTABLE =
  /\b(clock_timestamp|timeofday|random|gen_random_uuid|nextval|pg_backend_pid|now|statement_timestamp|transaction_timestamp|business_day)\s*\(/

/**
 * List statements of `queries` that change distributed or reference tables in a way that Citus refuses: with a volatile
 * function, or with a stable one within COALESCE, CASE or ON CONFLICT. Reads their text and the constants they name.
 */
export async function listUnsteadyChanges(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readFile(path.join(folder, file), 'utf8') })),
  )
  const exported = sources.flatMap(({ source }) => splitBlocks(source).filter((block) => block.isExported))
  return sources
    .flatMap(({ file, source }) => {
      const imported = exported.filter(({ name }) => isImported(name, source))
      const blocks = splitBlocks(source)
      return blocks.flatMap((block) =>
        listChanges(block.text)
          .filter((change) => isUnsteady({ ...change, text: expand(change.text, [...blocks, ...imported]) }))
          .map(({ table }) => `${path.basename(file, '.ts')}.${block.name} changes ${table}`),
      )
    })
    .sort()
}

function isImported(name: string, source: string): boolean {
  return new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\.{1,2}/`, 'm').test(source)
}

type Change = { table: string; isInsert: boolean; text: string }

/** The part of a statement between the table it changes and its execution. */
function listChanges(block: string): Change[] {
  const built = /\.(updateTable|deleteFrom|insertInto)\(\s*'(\w+)/
  const written = /\b(update|delete from|insert into)\s+(\w+)/
  const begins = new RegExp(`${built.source}|${written.source}`, 'g')
  return [...block.matchAll(begins)].flatMap((found) => {
    const [, builds, builtTable, writes, writtenTable] = found
    const table = snake(builtTable ?? writtenTable ?? '')
    if (!spreadTables.has(table)) return []
    const [text = ''] = block.slice(found.index).split(/\.execute/, 1)
    return [{ table, isInsert: builds === 'insertInto' || writes === 'insert into', text }]
  })
}

/** Replace each name with the text it stands for. */
function expand(text: string, blocks: readonly Block[]): string {
  return blocks.reduce((expanded, { name, text: meant }) => {
    const use = new RegExp(`(?<![.\\w'])${name}\\b(?!:)`, 'g')
    if (!use.test(expanded)) return expanded
    const others = blocks.filter((block) => block.name !== name)
    const [, ...value] = meant.split(/ = | \{\n/)
    return expanded.replace(use, () => expand(value.join(' = '), others))
  }, text)
}

function isUnsteady({ isInsert, text }: Change): boolean {
  const [, ...onConflict] = text.split(/onConflict\(|on conflict/)
  if (isInsert) return MUTABLE.test(onConflict.join(''))
  return VOLATILE.test(text) || listChoices(text).some((choice) => MUTABLE.test(choice))
}

/** List what is between the brackets of a COALESCE, and between CASE and END. */
function listChoices(text: string): string[] {
  return [...text.matchAll(/\bcoalesce\(|\bcase\s/g)].map(({ index, 0: word }) => {
    const rest = text.slice(index)
    if (word.startsWith('case')) return rest.split(/\bend\b/, 1)[0] ?? ''
    let depth = 0
    const end = [...rest].findIndex((letter) => {
      if (letter === '(') depth += 1
      if (letter === ')') depth -= 1
      return letter === ')' && depth === 0
    })
    return rest.slice(0, end)
  })
}
