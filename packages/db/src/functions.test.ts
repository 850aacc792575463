import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Trx } from './client.ts'
import { applyFunctions, areFunctionsApplied, parseFunctionFile, readFunctions } from './functions.ts'
import { ForeignSchemaError, isMigrated, migrateToLatest } from './migrate.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

/** Run in a transaction that is rolled back. */
async function aside<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

const greeting = (body: string) =>
  parseFunctionFile('greet', `-- Says hello.\ncreate or replace function greet${body};\n`)
const greet = async (trx: Trx) =>
  (await sql<{ said: string }>`select greet('Amina') as said`.execute(trx)).rows
const listGreets = async (trx: Trx) =>
  (await sql<{ oid: number }>`select oid from pg_proc where proname = 'greet'`.execute(trx)).rows

test('a function with other arguments or another result replaces the previous one', async () => {
  const all = await readFunctions()
  await aside(async (trx) => {
    const first = greeting("(name text) returns text language sql as $$ select 'Hello ' || name $$")
    await applyFunctions(trx, [...all, ...first])
    expect(await greet(trx)).toEqual([{ said: 'Hello Amina' }])

    const second = greeting('(name text, times int default 2) returns int language sql as $$ select times $$')
    await applyFunctions(trx, [...all, ...second])
    expect(await greet(trx)).toEqual([{ said: 2 }])
    expect(await listGreets(trx)).toHaveLength(1)
  })
})

test('a removed function is dropped with its triggers', async () => {
  const all = await readFunctions()
  await aside(async (trx) => {
    const watch = parseFunctionFile('watch', watching('after insert on spin'))
    await applyFunctions(trx, [...all, ...watch])
    expect(await listTriggers(trx, 'spin')).toContain('spin_watched')
    await applyFunctions(trx, all)
    expect(await listTriggers(trx, 'spin')).not.toContain('spin_watched')
    expect((await sql`select from pg_proc where proname = 'watch'`.execute(trx)).rows).toEqual([])
  })
})

const watching = (event: string) => `
create or replace function watch() returns trigger language plpgsql as $$
begin
  return null;
end $$;

-- Deferred: PostgreSQL cannot replace such a trigger in place.
create constraint trigger ${event.split(' on ')[1]}_watched ${event}
  deferrable initially deferred for each row execute function watch();
`

async function listTriggers(trx: Trx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal
  `.execute(trx)
  return rows.map(({ name }) => name)
}

test('a changed trigger is replaced, on a partitioned table and its partitions too', async () => {
  const all = await readFunctions()
  await aside(async (trx) => {
    await sql`create table visit (day date) partition by range (day)`.execute(trx)
    await sql`create table visit_2026 partition of visit for values from ('2026-01-01') to ('2027-01-01')`.execute(
      trx,
    )
    const readEvents = () =>
      sql<{ on: string; definition: string }>`
        select tgrelid::regclass::text as on, (regexp_match(pg_get_triggerdef(oid), 'AFTER [A-Z ]+ ON'))[1] as definition
        from pg_trigger where tgname = 'visit_watched' order by 1
      `.execute(trx)
    for (const event of ['insert', 'update']) {
      const watch = parseFunctionFile('watch', watching(`after ${event} on visit`))
      await applyFunctions(trx, [...all, ...watch])
      expect((await readEvents()).rows).toEqual([
        { on: 'visit', definition: `AFTER ${event.toUpperCase()} ON` },
        { on: 'visit_2026', definition: `AFTER ${event.toUpperCase()} ON` },
      ])
    }
  })
})

test('unchanged functions and triggers are not touched', async () => {
  const readVersions = (trx: Trx) =>
    sql`select 'f' as of, oid, xmin from pg_proc where pronamespace = 'public'::regnamespace
      union all select 't', oid, xmin from pg_trigger order by 1, 2`.execute(trx)
  await aside(async (trx) => {
    const before = await readVersions(trx)
    await applyFunctions(trx, await readFunctions())
    expect((await readVersions(trx)).rows).toEqual(before.rows)
  })
})

test('rewording a comment above a statement is not a change', () => {
  const [before] = parseFunctionFile('watch', watching('after insert on spin'))
  const [after] = parseFunctionFile('watch', `-- Looks on.\n${watching('after insert on spin')}`)
  expect(after?.hash).toBe(before?.hash)
})

test.each([
  ['two functions', 'create or replace function watch() a;\ncreate or replace function other() b;\n'],
  ['a function of another name', 'create or replace function other() a;\n'],
  [
    'a trigger that calls another function',
    `${watching('after insert on spin')}\ncreate trigger t before insert on spin
    for each row execute function guard_final_row();\n`,
  ],
  ['something else', `${watching('after insert on spin')}\ncreate table stray (id int);\n`],
])('a file with %s is refused', (_, content) => {
  expect(() => parseFunctionFile('watch', content)).toThrow('functions/watch.sql')
})

test('processes that migrate at once apply every function and trigger once', async () => {
  await db.deleteFrom('appliedFunction').execute()
  expect(await isMigrated(db)).toBe(false)
  await Promise.all([migrateToLatest(db), migrateToLatest(db), migrateToLatest(db)])
  expect(await areFunctionsApplied(db)).toBe(true)
  expect(await isMigrated(db)).toBe(true)
})

test('a database of another version is refused before any change', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('0001_members', '2026-10-01')`.execute(db)
  await db.updateTable('appliedFunction').set({ hash: 'older' }).where('name', '=', 'is_erased').execute()
  await expect(migrateToLatest(db)).rejects.toThrow(ForeignSchemaError)
  await expect(isMigrated(db)).rejects.toThrow('0001_members')
  expect(await areFunctionsApplied(db)).toBe(false)
  await sql`delete from kysely_migration where name = '0001_members'`.execute(db)
})
