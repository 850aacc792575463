import type { ImportStatementInput } from '@chuma/contract/books/statements'
import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPayoutDeps, finance, newReceipt } from '../../payouts/testing.ts'
import { measureHold, readRows } from '../../testing.ts'
import { newDay } from '../testing.ts'
import { importStatement, type Report } from './import-statement.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)
const deps = createPayoutDeps(db, null)

const HEADER = 'receipt,amount,number,completed at'
const bring = (rows: string[], { header = HEADER, isDryRun = false } = {}) =>
  importStatement(deps, finance, { csv: [header, ...rows].join('\r\n'), isDryRun, dateOrder: 'day-first' })
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
  const rows = await readRows(db, 'statementRow', ['amountCents'], { receipt }, 'amountCents')
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
  expect(answer).toMatchObject({ isImported: true, rowCount: 7, deskCount: 7, errorCount: 6 })
  expect(answer.leftOut).toEqual({ heads: 0, totals: 0, notes: 1 })
  expect(answer.errors).toEqual([
    { row: 3, column: 'receipt', problem: problem('NOT_A_RECEIPT') },
    { row: 4, column: 'amount', problem: problem('NOT_AN_AMOUNT') },
    { row: 5, column: 'amount', problem: problem('NOT_AN_AMOUNT') },
    { row: 7, column: 'number', problem: problem('NOT_A_PHONE_NUMBER') },
    { row: 8, column: 'completed at', problem: problem('NOT_A_FILE_MOMENT') },
    { row: 9, column: 'completed at', problem: problem('MOMENT_IN_FUTURE') },
  ])
  expect(await find(good)).toMatchObject({ amountCents: -2000_00 })
  expect(await bring(rows)).toMatchObject({ knownCount: 7, deskCount: 0, errorCount: 6 })
})

test.each([
  [
    'without columns',
    'nothing\n1',
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

const PORTAL = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
const look = (csv: string, more: Partial<ImportStatementInput> = {}) =>
  importStatement(deps, finance, { csv, isDryRun: true, ...more })
const amountsOf = ({ preview }: Report) => preview.map(({ amountCents }) => amountCents)

test('cells and heads that a printed page wraps over several lines are read', async () => {
  const cells = `${PORTAL}\nSJK7PL9A2Q,"2025-11-2020:11:48","Merchant Payment from\n-07******451 Amina W",Completed,"1,740.00",,"10,740.00"`
  expect(await look(cells)).toMatchObject({
    errorCount: 0,
    preview: [{ day: '2025-11-20', amountCents: 1740_00 }],
  })
  const head = '"Receipt\nNo.","Completion\nTime",Details,"Transaction\nStatus","Paid In",Withdrawn,Balance'
  const row = 'SJK7PL9A2Q,2025-11-20 20:11:48,Pay,Completed,"1,740.00",,"10,740.00"'
  const answer = await look(`${head}\n${row}\nSJK7PL9A3Q,2025-11-20 20:11:48,Pay,Odd,"x",,`)
  expect(answer.preview[0]).toMatchObject({ row: 5, day: '2025-11-20', amountCents: 1740_00 })
  expect(answer.errors).toMatchObject([{ row: 6, column: 'Paid In' }])
})

test('repeated heads, totals and remarks are counted as such and wait nowhere', async () => {
  const row = (receipt: string) =>
    `${receipt},2025-11-20 20:11:48,Customer Payment,Completed,100.00,,"10,740.00"`
  const lines = [
    ...[PORTAL, row('SJK7PL9A2Q'), PORTAL, row('SJK7PL9A3Q'), ',,TOTAL,,"1,840.00",0.00,'],
    ...[
      'Closing Balance:,,,,,,"10,740.00"',
      '"Disclaimer: a line of the provider",,,,,,',
      ',,continued on the next page,,,,',
    ],
  ]
  const answer = await look(lines.join('\n'))
  expect(answer).toMatchObject({ rowCount: 2, errorCount: 0, leftOut: { heads: 1, totals: 2, notes: 2 } })
  // A payment whose date cannot be read is no remark, whatever else it says.
  expect(await look(`${PORTAL}\n,yesterday,Pay,Completed,100.00,,`)).toMatchObject({
    rowCount: 1,
    errorCount: 1,
  })
})

test('the portal’s older layout is read', async () => {
  const head =
    'Receipt,Date,Details,Status,Withdrawn,Paid In,Balance,Balance Confirmed,Transaction Type,Other Party Info,Transaction Party Details'
  const row =
    'ABGI123456,2025-11-20 18:28:00,Payment received from 254712345678 - AMINA WEKESA Acc. 001,Completed,,500,1000,TRUE,Pay Utility,254712345678 - AMINA WEKESA,001'
  const { preview } = await look(`${head}\n${row}`)
  expect(preview).toMatchObject([
    {
      receipt: 'ABGI123456',
      amountCents: 500_00,
      purpose: 'collection',
      details: 'Payment received from …678',
    },
  ])
})

test('a layout that is not known asks for its columns, and keeps them for the next file', async () => {
  const [one, two] = [newReceipt(), newReceipt()]
  const fileOf = (receipt: string) =>
    `Hati,Wakati,Kiasi,Upande,Maelezo\n${receipt},2025-05-20 10:00:00,"1,500.00",DR,Business Payment to Customer`
  const columns = {
    receipt: 'Hati',
    completed: 'Wakati',
    amount: 'Kiasi',
    side: 'Upande',
    details: 'Maelezo',
  }
  const found = ['Hati', 'Wakati', 'Kiasi', 'Upande', 'Maelezo']
  await expect(look(fileOf(one))).rejects.toMatchObject({
    fields: { columns: [{ code: 'LAYOUT_UNKNOWN', params: { found } }] },
  })
  expect(amountsOf(await look(fileOf(one), { columns }))).toEqual([-1500_00])
  await expect(look(fileOf(one))).rejects.toThrow()
  const made = await look(fileOf(one), { columns, isDryRun: false })
  expect(made).toMatchObject({ isImported: true, mappingVersion: 1, rowCount: 1 })
  expect(await look(fileOf(two), { isDryRun: false })).toMatchObject({ mappingVersion: 1, knownCount: 0 })
  await expect(look(fileOf(two).replace('DR', 'sideways'))).resolves.toMatchObject({
    errors: [{ column: 'Upande', problem: problem('NOT_A_SIDE') }],
  })
})

test('dates that can be read two ways are asked about once a file, and settled by one that cannot', async () => {
  const row = (at: string, n: number) => `PGK123456${n},${at},Pay,Completed,20.00,,`
  const either = [
    PORTAL,
    row('6/11/2025 9:05', 1),
    row('06-Nov-2025 14:30:15', 2),
    row('06-11-2025 02:30:15 PM', 3),
  ]
  await expect(look(either.join('\n'))).rejects.toMatchObject({
    fields: { dateOrder: [problem('DATE_ORDER_UNKNOWN', { example: '6/11/2025 9:05' })] },
  })
  const daysOf = async (lines: string[], more?: Partial<ImportStatementInput>) =>
    (await look(lines.join('\n'), more)).preview.map(({ day }) => day)
  expect(await daysOf(either, { dateOrder: 'day-first' })).toEqual(['2025-11-06', '2025-11-06', '2025-11-06'])
  const settled = [PORTAL, row('6/11/2025 9:05', 1), row('13/11/2025 9:05', 2)]
  expect(await daysOf(settled)).toEqual(['2025-11-06', '2025-11-13'])
})

test('funds from a person wait for staff, and are never booked as a top-up', async () => {
  const receipt = newReceipt()
  const csv = `${PORTAL}\n${receipt},2025-11-20 10:10:00,Funds received from - 254712***678 AMINA WEKESA,Completed,100.00,,1100.00`
  expect((await look(csv, { isDryRun: false })).preview).toMatchObject([
    { purpose: 'money-in', outcome: 'desk' },
  ])
  const stored = await readRows(db, 'statementRow', ['details', 'receipt', 'numberEnd', 'problem'], {
    receipt,
  })
  expect(JSON.stringify(stored)).not.toMatch(/AMINA|WEKESA/i)
})

test('a balance is read like an amount, and named if it cannot be read', async () => {
  const row = 'PGK1234567,2025-11-06 14:30:15,Pay,Completed,"Ksh1,234.00",'
  const { preview } = await look(`${PORTAL}\n${row},"10,000.00Cr."`)
  expect(preview).toMatchObject([{ amountCents: 1234_00, balanceCents: 10_000_00 }])
  const odd = await look(`${PORTAL}\n${row},about 9`)
  expect(odd.errors).toMatchObject([{ column: 'Balance', problem: problem('NOT_AN_AMOUNT') }])
})

test('the largest statement never holds other requests for long', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => {
    const details = `Business Payment to 2547******${String(n % 1000).padStart(3, '0')} - ${'Invented Name '.repeat(10)}`
    return `LONG${String(n).padStart(6, '0')},2025-03-0${1 + (n % 9)} 10:00:00,${details},Completed,,"1,0${10 + (n % 80)}.00","10,000.00"`
  })
  const csv = [PORTAL, ...rows].join('\n')
  expect(csv.length).toBeGreaterThan(4_000_000)
  const wrapped = `${PORTAL}\nSJK7PL9A2Q,2025-11-20 20:11:48,${' '.repeat(1_200_000)}x,Completed,1.00,,`
  const longestMs = await measureHold(async () => {
    await look(csv, { isDryRun: false })
    await look(wrapped)
  })
  expect(longestMs).toBeLessThan(200)
})
