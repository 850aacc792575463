import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPayoutDeps, finance, newReceipt } from '../../payouts/testing.ts'
import { newDay } from '../testing.ts'
import { importStatement } from './import-statement.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)
const deps = createPayoutDeps(db, null)

const HEADER = 'receipt,amount,number,completed at'
const bring = (rows: string[], { header = HEADER, isDryRun = false } = {}) =>
  importStatement(deps, finance, { csv: [header, ...rows].join('\r\n'), isDryRun })
const find = (receipt: string) =>
  db
    .selectFrom('statementRow')
    .select(['amountCents', 'numberEnd', 'at'])
    .where('receipt', '=', receipt)
    .executeTakeFirst()

test('a statement is imported in the provider’s format, with times in the business’s time zone', async () => {
  const day = newDay()
  const [one, two, three] = [newReceipt(), newReceipt(), newReceipt()]
  const [year, month, date] = day.split('-')
  const answer = await bring(
    [
      `${one.toLowerCase()},"2,000.00",2547******678,${day} 00:00:00`,
      `${two},KES 700,,${date}/${month}/${year} 23:59`,
      `${three},1,0712345999,${day}T21:00:00Z`,
    ],
    { header: '\ufeffReceipt No.,Amount,Phone Number,Completion Time' },
  )
  const next = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10)
  expect(answer).toMatchObject({
    isImported: true,
    rowCount: 3,
    knownCount: 0,
    bookedCount: 0,
    deskCount: 3,
    outCents: 2701_00,
    inCents: 0,
    firstDay: day,
    lastDay: next,
    mappingVersion: null,
    errors: [],
    errorCount: 0,
  })
  expect(answer.preview[0]).toEqual({
    row: 2,
    day,
    receipt: one,
    details: '',
    amountCents: -2000_00,
    balanceCents: null,
    purpose: 'payout',
    outcome: 'desk',
  })
  expect(await find(one)).toEqual({
    amountCents: -2000_00,
    numberEnd: '678',
    at: new Date(`${day}T00:00:00+03:00`),
  })
  expect(await find(two)).toMatchObject({
    amountCents: -700_00,
    numberEnd: null,
    at: new Date(`${day}T23:59:00+03:00`),
  })
  expect(await find(three)).toMatchObject({ numberEnd: '999', at: new Date(`${day}T21:00:00Z`) })
})

test('a dry run reports the same and imports nothing', async () => {
  const [day, receipt] = [newDay(), newReceipt()]
  const row = `${receipt},2000,,${day} 10:00:00`
  const dry = await bring([row], { isDryRun: true })
  expect(dry).toMatchObject({ isImported: false, deskCount: 1, errorCount: 0 })
  expect(await find(receipt)).toBeUndefined()
  expect(await bring([row])).toEqual({ ...dry, isImported: true })
})

test('a row counts once, however often it is imported; another amount is another row', async () => {
  const [day, receipt, other] = [newDay(), newReceipt(), newReceipt()]
  const row = `${receipt},2000,,${day} 10:00:00`
  await bring([row])
  expect(await bring([row, row, `${other},5,,${day} 11:00:00`])).toMatchObject({
    isImported: true,
    rowCount: 3,
    knownCount: 2,
    deskCount: 1,
    outCents: 5_00,
  })
  expect(await bring([`${receipt},2001,,${day} 10:00:00`])).toMatchObject({ knownCount: 0, deskCount: 1 })
  const rows = await db
    .selectFrom('statementRow')
    .select('amountCents')
    .where('receipt', '=', receipt)
    .orderBy('amountCents')
    .execute()
  expect(rows).toEqual([{ amountCents: -2001_00 }, { amountCents: -2000_00 }])
})

test('a layout with balances finds the rows of one without, and the other way round', async () => {
  const [day, one, two] = [newDay(), newReceipt(), newReceipt()]
  const header = 'Receipt No.,Completion Time,Withdrawn,Balance'
  const plain = (receipt: string) => `${receipt},2000,,${day} 10:00:00`
  const full = (receipt: string) => `${receipt},${day} 10:00:00,"-2,000.00","98,000.00"`
  await bring([plain(one)])
  expect(await bring([full(one), full(two)], { header })).toMatchObject({ knownCount: 1, deskCount: 1 })
  expect(await bring([plain(two), plain(one)])).toMatchObject({ knownCount: 2, deskCount: 0 })
})

test('a wrong row is named by line and column and waits on the desk; the others are imported', async () => {
  const [day, good] = [newDay(), newReceipt()]
  const rows = [
    `${good},2000,,${day} 10:00:00`,
    `UKK,2000,,${day} 10:00:00`,
    `${newReceipt()},-2000,,${day} 10:00:00`,
    `${newReceipt()},20.505,,${day} 10:00:00`,
    '',
    `${newReceipt()},2000,Jane Doe,${day} 10:00:00`,
    `${newReceipt()},2000,,2025-02-30 10:00:00`,
    `${newReceipt()},2000,,2999-01-01 10:00:00`,
    'only one cell',
  ]
  const answer = await bring(rows)
  expect(answer).toMatchObject({ isImported: true, rowCount: 8, deskCount: 8, errorCount: 7 })
  expect(answer.errors).toEqual([
    { row: 3, column: 'receipt', problem: problem('NOT_A_RECEIPT') },
    { row: 4, column: 'amount', problem: problem('NOT_AN_AMOUNT') },
    { row: 5, column: 'amount', problem: problem('NOT_AN_AMOUNT') },
    { row: 7, column: 'number', problem: problem('NOT_A_PHONE_NUMBER') },
    { row: 8, column: 'completed at', problem: problem('NOT_A_FILE_MOMENT') },
    { row: 9, column: 'completed at', problem: problem('MOMENT_IN_FUTURE') },
    { row: 10, column: 'receipt', problem: problem('NOT_A_RECEIPT') },
  ])
  expect(await find(good)).toMatchObject({ amountCents: -2000_00 })
  expect(await bring(rows)).toMatchObject({ knownCount: 8, deskCount: 0, errorCount: 7 })
})

test.each([
  [
    'without the columns',
    'a,b\n1,2',
    problem('HEADER_MISSING', { columns: ['Receipt No.', 'Completion Time', 'Paid In', 'Withdrawn'] }),
  ],
  ['without rows', HEADER, problem('FILE_WITHOUT_ROWS')],
  ['of Excel', 'PK\u0003\u0004…', problem('FILE_IS_EXCEL')],
  [
    'with a quote that never ends',
    `${HEADER}\n"UKK0000001,1,,`,
    { code: 'CSV_UNREADABLE', params: { detail: expect.stringContaining('at line 2') } },
  ],
  [
    'of 20,001 rows',
    `${HEADER}${'\nUKK0000001,1,,2025-01-01 10:00:00'.repeat(20_001)}`,
    problem('TOO_MANY_ROWS', { max: 20_000 }),
  ],
  [
    'of 32 days',
    `${HEADER}\nUKK9900001,1,,2025-01-01 10:00:00\nUKK9900002,1,,2025-02-01 10:00:00`,
    problem('STATEMENT_TOO_LONG', { days: 31 }),
  ],
])('a file %s is refused', async (_name, csv, expected) => {
  await expect(importStatement(deps, finance, { csv, isDryRun: false })).rejects.toMatchObject({
    fields: { csv: [expected] },
  })
})

test('20,000 rows are imported at once, and concurrent imports count once', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => `BULK${String(n).padStart(6, '0')},${1 + (n % 900)},,2025-03-0${1 + (n % 9)} 10:00:00`,
  )
  const made = await Promise.all([bring(rows), bring(rows)])
  expect(made.map(({ deskCount }) => deskCount).sort()).toEqual([0, 20_000])
  expect(made.map(({ knownCount }) => knownCount).sort()).toEqual([0, 20_000])
  const { n } = await db
    .selectFrom('statementRow')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('receipt', 'like', 'BULK%')
    .executeTakeFirstOrThrow()
  expect(n).toBe(20_000)
})

test('an import that dies in the middle has imported nothing', async () => {
  const [day, receipt] = [newDay(), newReceipt()]
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'the process died'; end $$`.execute(
    db,
  )
  await sql`create trigger die before insert on statement_desk execute function die()`.execute(db)
  await expect(bring([`${receipt},2000,,${day} 10:00:00`])).rejects.toThrow('the process died')
  await sql`drop trigger die on statement_desk`.execute(db)
  expect(await find(receipt)).toBeUndefined()
  expect(await bring([`${receipt},2000,,${day} 10:00:00`])).toMatchObject({ knownCount: 0, deskCount: 1 })
})
