import { type BankMapping, bankMapping } from '@chuma/contract/books/statements'
import { problem } from '@chuma/contract/problems'
import { listMappings, listStatementMonths } from '@chuma/db/queries/books/statement-rows'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { importStatement } from '../../src/books/statements/import-statement.ts'
import { createPayoutDeps, finance } from '../../src/payouts/testing.ts'
import { readRows } from '../../src/testing.ts'
import { fixture } from './testing.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)
const deps = createPayoutDeps(db, null)

const mapping: BankMapping = {
  delimiter: 'comma',
  headerRow: 3,
  date: 'txn date',
  dateFormat: 'DD/MM/YYYY',
  debit: 'Debit',
  credit: 'Credit',
  reference: 'Ref No.',
  description: 'Narration',
  balance: 'Running Balance',
}
const csv = fixture('bank.csv')
const bring = (bank: { name: string; mapping?: BankMapping }, { file = csv, isDryRun = false } = {}) =>
  importStatement(deps, finance, { csv: file, isDryRun, bank })

test('a bank’s file is read as its mapping says, first only to look', async () => {
  const dry = await bring({ name: 'Invented Bank', mapping }, { isDryRun: true })
  expect(dry).toMatchObject({
    rowCount: 4,
    leftOut: { heads: 0, totals: 1, notes: 0 },
    deskCount: 4,
    bookedCount: 0,
    outCents: 5100_00,
    inCents: 10_000_00,
  })
  expect(dry.errors).toEqual([])
  expect(
    dry.preview.map(({ row, amountCents, balanceCents, receipt }) => [
      row,
      amountCents,
      balanceCents,
      receipt,
    ]),
  ).toEqual([
    [4, -5000_00, 95_000_00, 'FT25014ABC'],
    [5, -50_00, 94_950_00, null],
    [6, -50_00, 94_900_00, null],
    [7, 10_000_00, 104_900_00, 'CD-771'],
  ])
  expect(dry.preview[0]?.details).toBe('RTGS transfer to …567')
  expect(await listMappings(db)).toEqual([])
})

test('the mapping is saved with the import and used again; a change is its next version', async () => {
  expect(await bring({ name: 'Invented Bank', mapping })).toMatchObject({
    isImported: true,
    mappingVersion: 1,
    knownCount: 0,
  })
  expect(await bring({ name: 'invented bank' })).toMatchObject({ mappingVersion: 1, knownCount: 4 })
  expect(await bring({ name: 'Invented Bank', mapping })).toMatchObject({ mappingVersion: 1, knownCount: 4 })
  const { description: _, ...less } = mapping
  expect(await bring({ name: 'Invented Bank', mapping: less })).toMatchObject({
    mappingVersion: 2,
    knownCount: 4,
  })
  expect(await listMappings(db)).toMatchObject([{ account: 'bank:invented bank', version: 2, mapping: less }])
  const used = await readRows(db, 'providerStatement', ['account', 'mappingVersion'], {}, 'importedAt')
  expect(used.map(({ mappingVersion }) => mappingVersion)).toEqual([1, 1, 1, 2])
})

test('a saved mapping keeps its balance, by which rows are recognised', async () => {
  const { balance: _, ...without } = mapping
  await expect(bring({ name: 'Invented Bank', mapping: without })).rejects.toMatchObject({
    fields: { 'bank.mapping.balance': [problem('MAPPING_BALANCE')] },
  })
})

test('a row that comes back to the same balance on its day is not lost', async () => {
  const file = ['Date,Value,Balance', '14/01/2025,50,150', '14/01/2025,-50,100', '14/01/2025,50,150'].join(
    '\n',
  )
  const columns = { date: 'Date', amount: 'Value', balance: 'Balance' }
  const plain: BankMapping = { delimiter: 'comma', headerRow: 1, dateFormat: 'DD/MM/YYYY', ...columns }
  expect(await bring({ name: 'To and fro', mapping: plain }, { file })).toMatchObject({
    knownCount: 0,
    rowCount: 3,
  })
  expect(await bring({ name: 'To and fro' }, { file })).toMatchObject({ knownCount: 3 })
})

test('two equal fees of a day are two rows, also without a balance', async () => {
  const { balance: _, ...without } = mapping
  const first = await bring({ name: 'Two fees', mapping: without })
  expect(first).toMatchObject({ rowCount: 4, knownCount: 0 })
  expect(await bring({ name: 'Two fees' })).toMatchObject({ rowCount: 4, knownCount: 4 })
})

test('the months of an account are its own, and a bank’s statement covers no day of M-Pesa’s', async () => {
  await bring({ name: 'Own months', mapping })
  const months = await listStatementMonths(db)
  expect(months.find(({ account }) => account === 'bank:own months')).toMatchObject({
    month: '2025-01',
    topUpCents: 0,
    waitingCents: 4900_00,
    openingCents: 100_000_00,
    expectedCents: 104_900_00,
    closingCents: 104_900_00,
  })
  const runs = await db.selectFrom('reconciliationRun').select('day').execute()
  expect(runs).toEqual([])
})

test.each([
  ['an unknown mapping', { name: 'Nowhere' }, { bank: [problem('MAPPING_UNKNOWN')] }],
  [
    'a column that the header lacks',
    { name: 'Other', mapping: { ...mapping, reference: 'Cheque' } },
    { csv: [problem('HEADER_ROW_WITHOUT', { row: 3, columns: ['Cheque'] })] },
  ],
])('%s is refused', async (_name, bank, fields) => {
  await expect(bring(bank)).rejects.toMatchObject({ fields })
})

test('a mapping has one column for amounts, or two', () => {
  const { debit: _d, credit: _c, ...neither } = mapping
  expect(bankMapping.safeParse(neither).success).toBe(false)
  expect(bankMapping.safeParse({ ...neither, debit: 'Debit' }).success).toBe(false)
  expect(bankMapping.safeParse({ ...mapping, amount: 'Amount' }).success).toBe(false)
  expect(bankMapping.safeParse({ ...neither, amount: 'Amount' }).success).toBe(true)
})

const FORMS = { delimiter: 'comma', headerRow: 1, date: 'Date', dateFormat: 'DD/MM/YYYY' } as const

test('a column of its own says which way the money went, and is never left out in silence', async () => {
  const file =
    'Date,Description,Amount,Dr/Cr,Balance\n15/11/2025,RTGS TO A MEMBER,500.00,DR,9500.00\n16/11/2025,FROM A PARTNER,700.00,Cr.,10200.00'
  const signed: BankMapping = { ...FORMS, amount: 'Amount', balance: 'Balance' }
  await expect(bring({ name: 'Sides', mapping: signed }, { file })).rejects.toMatchObject({
    fields: { 'bank.mapping.side': [problem('SIDE_UNMAPPED', { column: 'Dr/Cr' })] },
  })
  const answer = await bring({ name: 'Sides', mapping: { ...signed, side: 'Dr/Cr' } }, { file })
  expect(answer.preview.map(({ amountCents }) => amountCents)).toEqual([-500_00, 700_00])
  expect(bankMapping.safeParse({ ...FORMS, debit: 'D', credit: 'C', side: 'S' }).success).toBe(false)
})

test('a mapping’s order of day and month reads dates in any form, and balances with a side', async () => {
  const dates = ['15-Nov-25', '15/11/25', '20251115', '15/11/2025 02:11 PM']
  const rows = dates.map((date, n) => `${date},Pay,500.00,,"10,00${n}.00Cr."`)
  const mapping: BankMapping = { ...FORMS, debit: 'Debit', credit: 'Credit', balance: 'Balance' }
  const file = ['Date,Description,Debit,Credit,Balance', ...rows].join('\n')
  const answer = await bring({ name: 'Dates', mapping }, { file, isDryRun: true })
  expect(answer.errors).toEqual([])
  expect(answer.preview.map(({ day, balanceCents }) => [day, balanceCents])).toEqual(
    dates.map((_, n) => ['2025-11-15', 10_000_00 + n * 100]),
  )
})
