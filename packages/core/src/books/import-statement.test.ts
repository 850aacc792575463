import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createPayoutDeps, finance, newReceipt } from '../payouts/testing.ts'
import { importStatement } from './import-statement.ts'
import { newDay } from './testing.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)
const deps = createPayoutDeps(db, null)

const HEADER = 'receipt,amount,number,completed at'
const bring = (rows: string[], { header = HEADER, isDryRun = false } = {}) =>
  importStatement(deps, finance, { csv: [header, ...rows].join('\r\n'), isDryRun })
const find = (receipt: string) =>
  db
    .selectFrom('providerStatementLine')
    .select(['amountKes', 'numberEnd', 'completedAt'])
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
  expect(answer).toEqual({
    isImported: true,
    rowCount: 3,
    newCount: 3,
    knownCount: 0,
    totalKes: 2701,
    firstDay: day,
    lastDay: next,
    errors: [],
    errorCount: 0,
  })
  expect(await find(one)).toEqual({
    amountKes: 2000,
    numberEnd: '678',
    completedAt: new Date(`${day}T00:00:00+03:00`),
  })
  expect(await find(two)).toMatchObject({
    amountKes: 700,
    numberEnd: null,
    completedAt: new Date(`${day}T23:59:00+03:00`),
  })
  expect(await find(three)).toMatchObject({ numberEnd: '999', completedAt: new Date(`${day}T21:00:00Z`) })
})

test('a dry run reports the same and imports nothing', async () => {
  const [day, receipt] = [newDay(), newReceipt()]
  const row = `${receipt},2000,,${day} 10:00:00`
  expect(await bring([row], { isDryRun: true })).toMatchObject({
    isImported: false,
    newCount: 1,
    errorCount: 0,
  })
  expect(await find(receipt)).toBeUndefined()
  expect(await bring([row])).toMatchObject({ isImported: true, newCount: 1 })
})

test('a receipt counts once, however often it is imported; with another amount it is an error', async () => {
  const [day, receipt, other] = [newDay(), newReceipt(), newReceipt()]
  const row = `${receipt},2000,,${day} 10:00:00`
  await bring([row])
  expect(await bring([row, row, `${other},5,,${day} 11:00:00`])).toMatchObject({
    isImported: true,
    rowCount: 3,
    newCount: 1,
    knownCount: 1,
    totalKes: 2005,
  })
  expect(await bring([`${receipt},2001,,${day} 10:00:00`])).toMatchObject({
    isImported: false,
    errors: [{ row: 2, problem: problem('RECEIPT_IMPORTED', { receipt }) }],
  })
  expect(await find(receipt)).toMatchObject({ amountKes: 2000 })
})

test('if one row is wrong nothing is imported, and every wrong row is named by its line', async () => {
  const [day, good] = [newDay(), newReceipt()]
  const answer = await bring([
    `${good},2000,,${day} 10:00:00`,
    `UKK,2000,,${day} 10:00:00`,
    `${newReceipt()},-2000,,${day} 10:00:00`,
    `${newReceipt()},20.50,,${day} 10:00:00`,
    '',
    `${newReceipt()},2000,Jane Doe,${day} 10:00:00`,
    `${newReceipt()},2000,,2025-02-30 10:00:00`,
    `${newReceipt()},2000,,2999-01-01 10:00:00`,
    `${good},2001,,${day} 10:00:00`,
    'only one cell',
  ])
  expect(answer).toMatchObject({ isImported: false, rowCount: 9, errorCount: 8 })
  expect(answer.errors).toEqual([
    { row: 3, problem: problem('NOT_A_RECEIPT') },
    { row: 4, problem: problem('NOT_WHOLE_SHILLINGS') },
    { row: 5, problem: problem('NOT_WHOLE_SHILLINGS') },
    { row: 7, problem: problem('NOT_A_PHONE_NUMBER') },
    { row: 8, problem: problem('NOT_A_FILE_MOMENT') },
    { row: 9, problem: problem('MOMENT_IN_FUTURE') },
    { row: 10, problem: problem('RECEIPT_REPEATED', { receipt: good, row: 2 }) },
    { row: 11, problem: problem('NOT_A_RECEIPT') },
  ])
  expect(await find(good)).toBeUndefined()
})

test.each([
  [
    'without the columns',
    'a,b\n1,2',
    problem('COLUMNS_MISSING', { columns: ['receipt', 'amount', 'completed at'] }),
  ],
  ['without rows', HEADER, problem('FILE_WITHOUT_ROWS')],
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
  const [first, second] = await Promise.all([bring(rows), bring(rows)])
  expect([first.newCount, second.newCount].sort()).toEqual([0, 20_000])
  const { n } = await db
    .selectFrom('providerStatementLine')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('receipt', 'like', 'BULK%')
    .executeTakeFirstOrThrow()
  expect(n).toBe(20_000)
})
