import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { BankMapping } from '@chuma/contract/books/statements'
import { findNewestEconomy, insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { isBankDue } from '@chuma/db/queries/books/reconciliation-books'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { importBankResult } from '../payouts/batches/bank-results.ts'
import { givenApproved, givenBatch, MAPPING, newReference, resultOf } from '../payouts/batches/testing.ts'
import { openDesk, returned } from '../payouts/corrections/testing.ts'
import { finance, forgetWork, pay } from '../payouts/testing.ts'
import { createTestDeps, readRow, readRows } from '../testing.ts'
import { reconcileDay, reconcileYesterday } from './reconciliation.ts'
import { bookStatementRow, undoBooking } from './statements/book-row.ts'
import { importStatement } from './statements/import-statement.ts'
import { findOn, moveTo, newDay } from './testing.ts'

const { db, close } = await createTestDb({ max: 4, isDamaged: true })
afterAll(close)
beforeEach(() => forgetWork(db))
const deps = createTestDeps(db)

const mapping: BankMapping = {
  delimiter: 'comma',
  headerRow: 1,
  date: 'Date',
  dateFormat: 'YYYY-MM-DD',
  amount: 'Amount',
  reference: 'Reference',
}
const bring = (day: string, reference: string, amount: number) =>
  importStatement(deps, finance, {
    csv: `Date,Amount,Reference\n${day},${amount},${reference}`,
    isDryRun: false,
    bank: { name: 'Own bank', mapping },
  })

/** KES 2,000 that the bank's result of a batch says were paid on that day. */
async function givenPaidByBatch(day: string) {
  const { id, ref } = await givenApproved(deps, db)
  const { batch, lines } = await givenBatch(deps)
  const receipt = newReference()
  const csv = resultOf(lines.map((line) => [line, { status: 'Paid', receipt }]))
  await importBankResult(deps, finance, { id: batch.id, csv, mapping: MAPPING, isDryRun: false })
  await moveTo(db, id, day)
  return { id, ref, receipt }
}

async function givenPaidByHand(day: string) {
  const { id, ref } = await givenApproved(deps, db)
  const receipt = newReference()
  await pay(deps, { id }, receipt)
  await moveTo(db, id, day)
  return { id, ref, receipt }
}

const daysAgo = async (days: number) => {
  const { rows } = await sql<{ day: string }>`select business_day(now()) - ${days}::int as day`.execute(db)
  return rows[0]?.day ?? ''
}

test.each([
  ['a batch', givenPaidByBatch],
  ['hand', givenPaidByHand],
])('a bank payment by %s that no statement shows differs until its row arrives', async (_by, given) => {
  const day = newDay()
  const { receipt } = await given(day)
  expect(await findOn(deps, day)).toEqual([['bank-row-missing', 2000, 0]])
  expect(await findOn(deps, day)).toEqual([['bank-row-missing', 2000, 0]])
  // It arrives a week later, and twice.
  expect(await bring(day, receipt, -2000)).toMatchObject({ bookedCount: 1 })
  const left = () => db.selectFrom('reconciliationDifference').select('kind').where('day', '=', day).execute()
  expect(await left()).toEqual([])
  expect(await bring(day, receipt, -2000)).toMatchObject({ bookedCount: 0, knownCount: 1 })
  expect(await findOn(deps, day)).toEqual([])
})

test('a bank payment has five working days to appear on a statement', async () => {
  const isDue = async (paidOn: string, today: string) => {
    const due = isBankDue(sql`${paidOn}::date`, sql`${today}::date`)
    const { rows } = await sql<{ due: boolean }>`select ${due} as due`.execute(db)
    return rows[0]?.due
  }
  // From a Monday, and from a Friday.
  expect(await isDue('2025-01-06', '2025-01-13')).toBe(false)
  expect(await isDue('2025-01-06', '2025-01-14')).toBe(true)
  expect(await isDue('2025-01-10', '2025-01-17')).toBe(false)
  expect(await isDue('2025-01-10', '2025-01-18')).toBe(true)
  // Over Easter, and a day that the government announced after it.
  expect(await isDue('2025-04-14', '2025-04-23')).toBe(false)
  expect(await isDue('2025-04-14', '2025-04-24')).toBe(true)
  const newest = await findNewestEconomy(db)
  await insertEconomyVersion(db, {
    record: economy.parse({ ...defaultEconomy, extraHolidays: ['2025-04-22'] }),
    follows: newest?.version ?? 0,
    changedBy: 'staff:amina',
    reason: 'Announced',
    choice: null,
  })
  expect(await isDue('2025-04-14', '2025-04-24')).toBe(false)
  expect(await isDue('2025-04-14', '2025-04-25')).toBe(true)
  const today = await daysAgo(0)
  await givenPaidByHand(today)
  expect(await findOn(deps, today)).toEqual([])
})

test('the nightly run looks again, once, at a day whose bank payments should be on a statement by now', async () => {
  const day = await daysAgo(8)
  await givenPaidByHand(day)
  await reconcileDay(deps, finance, { day })
  await sql`delete from reconciliation_difference where day = ${day}`.execute(db)
  await sql`update reconciliation_run set made_at = business_day_start(day + 1) + interval '1 hour' where day = ${day}`.execute(
    db,
  )
  const made = await reconcileYesterday(deps)
  expect(made.find((run) => run.day === day)).toMatchObject({ openCount: 1 })
  expect((await reconcileYesterday(deps)).some((run) => run.day === day)).toBe(false)
})

test('a row of another amount is not the payment’s, and staff see both amounts', async () => {
  const day = newDay()
  const { id, receipt } = await givenPaidByHand(day)
  await bring(day, receipt, -1500)
  expect(await findOn(deps, day)).toEqual([['bank-row-missing', 2000, 0]])
  const { rowId } = await readRow(db, 'statementRow', ['rowId'], { receipt })
  await bookStatementRow(deps, finance, { id: rowId, kind: 'payout', paymentId: id, note: '' })
  expect(await findOn(deps, day)).toEqual([['bank-row-missing', 2000, 1500]])
})

test('a row that staff book is the payment’s, until they take it back', async () => {
  const day = newDay()
  const { id } = await givenPaidByHand(day)
  expect(await findOn(deps, day)).toHaveLength(1)
  const reference = newReference()
  await bring(day, reference, -2000)
  const { rowId } = await readRow(db, 'statementRow', ['rowId'], { receipt: reference })
  const open = () => readRows(db, 'reconciliationDifference', ['kind'], { day, resolvedAt: null })
  // Another row of the day that still waits, so that the day is not reconciled and the booking can be undone.
  await bring(day, newReference(), -700)
  await bookStatementRow(deps, finance, { id: rowId, kind: 'payout', paymentId: id, note: '' })
  expect(await open()).toEqual([])
  await undoBooking(deps, finance, { id: rowId, note: 'Another payment' })
  expect(await open()).toEqual([{ kind: 'bank-row-missing' }])
})

test('a transfer that came back needs no row', async () => {
  const desk = await openDesk(db)
  const day = newDay()
  const { id } = await givenPaidByHand(day)
  expect(await findOn(deps, day)).toHaveLength(1)
  await desk.correct(returned(id))
  expect(await findOn(deps, day)).toEqual([])
})
