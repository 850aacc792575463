import { CamelCasePlugin, sql, type UnknownRow } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { nameInCamelCase } from './name-in-camel-case.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

const ours = nameInCamelCase()
const library = new CamelCasePlugin({ maintainNestedObjectKeys: true })
const queryId = { queryId: 'any' }
const ask = (plugin: typeof ours, rows: UnknownRow[]) => plugin.transformResult({ result: { rows }, queryId })

test('every column gets the same name as from Kysely’s plugin', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = current_schema()
  `.execute(db)
  const odd = ['a__b', '_a', 'a_', '__a', 'a_1', 'A_B', '?column?', 'heldPoints', 'é_é', '']
  const row = Object.fromEntries(
    [...rows.map(({ name }) => name), ...odd].map((name, place) => [name, place]),
  )
  expect(rows.length).toBeGreaterThan(300)
  expect(Object.entries((await ask(ours, [row])).rows[0] ?? {})).toEqual(
    Object.entries((await ask(library, [row])).rows[0] ?? {}),
  )
})

test('each row keeps its values, and nested names stay unchanged', async () => {
  const { rows } = await sql`
    select n as row_number, jsonb_build_object('snake_case', n) as a_json, array[n, null] as a_list, null as no_thing
    from generate_series(1, 2) n
  `.execute(db)
  expect(rows).toEqual([
    { rowNumber: 1, aJson: { snake_case: 1 }, aList: [1, null], noThing: null },
    { rowNumber: 2, aJson: { snake_case: 2 }, aList: [2, null], noThing: null },
  ])
  expect((await sql`select 1 as any_thing where false`.execute(db)).rows).toEqual([])
})
