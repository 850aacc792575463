import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { migrateTo, migrateToLatest } from './migrate.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb({ max: 4, isDamaged: true })
afterAll(close)

/** Empty the database, and give it the tables of all migrations up to this one. */
async function startWith(last: string): Promise<void> {
  await sql.raw('drop schema public cascade; drop schema pgboss cascade; create schema public').execute(db)
  const files = await readdir(new URL('../migrations/', import.meta.url))
  const names = files.map((file) => file.replace(/\.sql$/, '')).sort()
  await migrateTo(db, names.slice(0, names.indexOf(last) + 1))
}

const listClasses = async () => {
  const { rows } = await sql<{ class: string }>`
    select concat_ws(' ', valid_from, percent, residence, string_agg(earnings, ' ' order by earnings), decided_by) as class
    from tax_class group by valid_from, percent, residence, decided_by order by valid_from, residence desc
  `.execute(db)
  return rows.map((row) => row.class)
}

test('rates of tax in the economy record became classes of all earnings, from the same days', async () => {
  await startWith('0048_bank_batches')
  const version = (record: object, changedBy: string, follows: number) => sql`
    insert into economy_version (record, follows, changed_by, reason) values (${JSON.stringify(record)}, ${follows}, ${changedBy}, 'x')`
  await version(
    { kesPerPoint: 1000, withholdingTax: [{ percent: 30, from: '2026-01-01' }] },
    'staff:amina',
    0,
  ).execute(db)
  const withholdingTax = [
    { percent: 5, from: '2026-01-01' },
    { percent: 7.5, from: '2027-07-01' },
  ]
  await version({ kesPerPoint: 1000, withholdingTax }, 'staff:brian', 1).execute(db)
  await migrateToLatest(db)
  const all = 'bonus other prize research tasks staff:brian'
  expect(await listClasses()).toEqual([
    `2026-01-01 5.00 resident ${all}`,
    `2026-01-01 5.00 non-resident ${all}`,
    `2027-07-01 7.50 resident ${all}`,
    `2027-07-01 7.50 non-resident ${all}`,
  ])
})

test('without such rates, or without any economy, no class was made', async () => {
  await startWith('0048_bank_batches')
  await sql`insert into economy_version (record, follows, changed_by, reason) values ('{"kesPerPoint": 1000}', 0, 'staff:amina', 'x')`.execute(
    db,
  )
  await migrateToLatest(db)
  expect(await listClasses()).toEqual([])
  await startWith('0048_bank_batches')
  await migrateToLatest(db)
  expect(await listClasses()).toEqual([])
})
