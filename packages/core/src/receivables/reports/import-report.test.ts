import { problem } from '@chuma/contract/problems'
import { REPORT_MAX_ROWS, type ReportMapping } from '@chuma/contract/receivables/reports'
import { listDifferences } from '@chuma/db/queries/receivables/reports'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { givenSettled } from '../../admin/approvals/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { createTestDeps } from '../../testing.ts'
import { addUpReceivables, listReceivables } from '../receivables.ts'
import { givenDebt, insertPaid, monthsAgo } from '../testing.ts'
import { importReport } from './import-report.ts'
import { isReadable, readReport, settleDifference } from './read-report.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)
const deps = createTestDeps(db)
const finance = (await givenSettled(deps, { role: 'finance' })).actor
const DAY = monthsAgo(1).day
const mapping: ReportMapping = {
  delimiter: 'comma',
  headerRow: 1,
  transactionId: 'Transaction',
  reference: 'Sub id',
  amount: 'Payout',
  amountUnit: 'dollars',
  currency: 'Currency',
  status: 'Status',
  approved: 'approved, paid',
  pending: 'pending',
  reversed: 'reversed, charge back',
  time: 'Time',
  dateFormat: 'DD/MM/YYYY',
}
const HEADER = 'Transaction,Sub id,Payout,Currency,Status,Time'
const rowOf = (
  id: string,
  { usd = '5.00', status = 'Approved', currency = 'USD', at = `${DAY} 10:00:00` } = {},
) => `${id},,${usd},${currency},${status},${at}`
const bring = (partnerId: string, rows: readonly string[], { isDryRun = false } = {}) =>
  importReport(deps, finance, { partnerId, csv: [HEADER, ...rows].join('\n'), isDryRun, mapping })
const waiting = async (partnerId: string) =>
  (await listDifferences(db, { partnerId, limit: 100 }))
    .map(({ outcome, transactionId }) => `${outcome} ${transactionId}`)
    .sort()

/** A partner with credits of $5 that have these ids. */
async function givenCredits(...ids: string[]) {
  const made = await givenDebt(deps)
  const credit = (transactionId: string) =>
    insertPaid(db, { partnerId: made.partnerId, memberId: made.memberId, day: DAY, usd: 5, transactionId })
  const creditIds = new Map<string, string>()
  for (const id of ids) creditIds.set(id, await credit(id))
  return { ...made, credit, creditOf: (id: string) => creditIds.get(id) ?? '' }
}

test('each row ends in one outcome, and credits that the report lacks are found', async () => {
  const { partnerId, creditOf, reverse } = await givenCredits(
    'same',
    'amount',
    'gone-here',
    'gone-there',
    'missing',
  )
  await reverse(creditOf('gone-here'), DAY)
  const rows = [
    rowOf('same'),
    rowOf('amount', { usd: '4' }),
    rowOf('strange'),
    rowOf('gone-here'),
    rowOf('gone-there', { usd: '-5.00', status: 'Charge back' }),
    rowOf('never', { status: 'reversed' }),
    rowOf('euro', { currency: 'EUR' }),
  ]
  const report = await bring(partnerId, rows)
  expect(report.counts).toEqual({
    matched: 2,
    'amount-differs': 1,
    'only-there': 1,
    'only-here': 1,
    'reversed-there': 1,
    'reversed-here': 1,
    unreadable: 1,
  })
  expect(report).toMatchObject({ rowCount: 7, knownCount: 0, firstDay: DAY, lastDay: DAY, mappingVersion: 1 })
  expect(report.errors).toEqual([{ row: 8, column: 'Currency', problem: problem('NOT_IN_USD') }])
  expect(await waiting(partnerId)).toEqual([
    'amount-differs amount',
    'only-here missing',
    'only-there strange',
    'reversed-here gone-here',
    'reversed-there gone-there',
    'unreadable null',
  ])
})

test('a check stores nothing, and the same file twice, or two at once, changes nothing', async () => {
  const { partnerId } = await givenCredits('one', 'two')
  const rows = [rowOf('one'), rowOf('other'), rowOf('other')]
  const dry = await bring(partnerId, rows, { isDryRun: true })
  expect(dry).toMatchObject({ isImported: false, rowCount: 3, knownCount: 1 })
  expect(await waiting(partnerId)).toEqual([])
  await Promise.all([bring(partnerId, rows), bring(partnerId, rows)])
  const before = await waiting(partnerId)
  expect(before).toEqual(['only-here two', 'only-there other'])
  expect(await bring(partnerId, rows)).toMatchObject({ knownCount: 3, mappingVersion: 1 })
  expect(await waiting(partnerId)).toEqual(before)
})

test('what waits is settled by the next import once the event came, and by a later word of the partner', async () => {
  const { partnerId, credit } = await givenCredits('first')
  await bring(partnerId, [rowOf('late'), rowOf('changed')])
  await credit('late')
  await bring(partnerId, [rowOf('late'), rowOf('first'), rowOf('changed', { status: 'reversed' })])
  expect(await waiting(partnerId)).toEqual([])
})

test('a row that cannot be read leaves no value, and stops no other', async () => {
  const { partnerId } = await givenCredits('good')
  const bad = [
    rowOf('bad', { usd: '5.0.1' }),
    rowOf('', {}),
    rowOf('x', { status: 'maybe' }),
    rowOf('y', { at: '31/02/2026' }),
  ]
  const report = await bring(partnerId, [...bad, rowOf('good')])
  expect(report.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
    '2 Payout',
    '3 Transaction',
    '4 Status',
    '5 Time',
  ])
  expect(report.counts).toMatchObject({ unreadable: 4, matched: 1 })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from partner_report_row where partner_id = ${partnerId} and problem is not null
      and num_nonnulls(transaction_id, usd, status, at) = 0
  `.execute(db)
  expect(rows).toEqual([{ n: 4 }])
})

test('a file without a mapped column, or of an unknown partner, is refused as a whole', async () => {
  const { partnerId } = await givenCredits('good')
  const wrong = { partnerId, csv: 'Transaction,Payout\nx,1', isDryRun: false, mapping }
  await expect(importReport(deps, finance, wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const { mapping: _, ...without } = wrong
  await expect(importReport(deps, finance, without)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const nobody = '00000000-0000-4000-8000-000000000000'
  await expect(bring(nobody, [rowOf('x')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('thousands of rows are compared in batches', { timeout: 120_000 }, async () => {
  const { partnerId } = await givenCredits('t-5')
  const rows = Array.from({ length: 3500 }, (_, index) => rowOf(`t-${index}`, { status: 'reversed' }))
  expect((await bring(partnerId, rows)).counts).toMatchObject({ matched: 3499, 'reversed-there': 1 })
})

test('a hundred thousand rows are read one after the other, and one more is refused', {
  timeout: 120_000,
}, async () => {
  const csv = (count: number) =>
    [HEADER, ...Array.from({ length: count }, (_, index) => rowOf(`t-${index}`))].join('\n')
  const read = async (count: number) => {
    let rows = 0
    for await (const row of readReport(csv(count), mapping, {
      timeZone: 'Africa/Nairobi',
      maxRows: REPORT_MAX_ROWS,
    })) {
      if (isReadable(row)) rows += 1
    }
    return rows
  }
  expect(await read(100_000)).toBe(100_000)
  await expect(read(100_001)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

describe('a report is only what the partner says', () => {
  test('one that "confirms" invented transactions pays nobody and changes no debt', async () => {
    const { partnerId, memberId } = await givenCredits('real')
    await addUpReceivables(deps)
    const look = async () => [
      await listReceivables(deps, { partnerId, months: 12 }),
      await db.selectFrom('posting').select('seq').where('memberId', '=', memberId).execute(),
      await db.selectFrom('partnerCredit').selectAll().where('partnerId', '=', partnerId).execute(),
    ]
    const before = await look()
    await bring(partnerId, [rowOf('invented', { usd: '900' }), rowOf('real', { usd: '9999' })])
    const [first, second] = await listDifferences(db, { partnerId, limit: 10 })
    await settleDifference(deps, finance, { id: first?.id ?? '', decision: 'accept', note: 'They say so' })
    await settleDifference(deps, finance, { id: second?.id ?? '', decision: 'accept', note: 'They say so' })
    expect(await look()).toEqual(before)
    expect(await verifyLedger(deps)).toMatchObject({ ok: true })
  })

  test('nobody decides about a credit of their own, and each difference is decided once', async () => {
    const { partnerId, memberId } = await givenCredits('mine')
    await bring(partnerId, [rowOf('mine', { usd: '1' })])
    const [row] = await listDifferences(db, { partnerId, limit: 10 })
    const wish = { id: row?.id ?? '', decision: 'explain', note: 'Rounded' } as const
    const own = { name: `member:${memberId}`, address: null }
    await expect(settleDifference(deps, own, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await settleDifference(deps, finance, { ...wish, decision: 'ask' })
    expect(await settleDifference(deps, finance, wish)).toMatchObject({
      state: 'explained',
      decidedBy: finance.name,
    })
    await expect(settleDifference(deps, finance, wish)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  })
})
