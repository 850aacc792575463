import type { EntryKind } from '@chuma/contract/books/statements'
import { listStatementRows } from '@chuma/db/queries/books/statement-desk'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { reconcileDay } from '../../src/books/reconciliation.ts'
import { bookStatementRow, listCandidates, undoBooking } from '../../src/books/statements/book-row.ts'
import { importStatement } from '../../src/books/statements/import-statement.ts'
import { givenPaidOn, newDay } from '../../src/books/testing.ts'
import { createPayoutDeps, finance, givenWithdrawal, newReceipt } from '../../src/payouts/testing.ts'
import { codeOf, readRow, readRows, refusals } from '../../src/testing.ts'
import { givenPremiumPaid } from './testing.ts'

const { db, close } = await createTestDb({ max: 12, isDamaged: true })
afterAll(close)
const deps = createPayoutDeps(db, null)

const HEADER = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'

/** One row that no rule matches. */
async function givenWaiting(
  day: string,
  { cents = -2000_00, details = 'Business Payment', status = 'Completed' } = {},
) {
  const receipt = newReceipt()
  const amount = (Math.abs(cents) / 100).toFixed(2)
  const [into, out] = cents > 0 ? [amount, ''] : ['', `-${amount}`]
  const csv = `${HEADER}\n${receipt},${day} 10:00:00,${details},${status},${into},${out},`
  await importStatement(deps, finance, { csv, isDryRun: false })
  return findId(receipt)
}

async function findId(receipt: string): Promise<string> {
  const { rowId } = await readRow(db, 'statementRow', ['rowId'], { receipt })
  return rowId
}

const book = (id: string, kind: EntryKind, more: { paymentId?: string; note?: string } = {}) =>
  bookStatementRow(deps, finance, { id, kind, note: 'Known.', ...more })
const entriesOf = (rowId: string) =>
  readRows(db, 'statementEntry', ['seq', 'kind', 'amountCents'], { rowId }, 'seq')

test('a row is booked once, taken back once, and booked again: every step stays', async () => {
  const id = await givenWaiting(newDay())
  expect(await book(id, 'charge')).toMatchObject({
    kind: 'charge',
    note: 'Known.',
    bookedBy: finance.name,
    reason: null,
  })
  await expect(book(id, 'other')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  expect(await undoBooking(deps, finance, { id, note: 'Wrong row.' })).toMatchObject({
    kind: null,
    reason: 'undone',
  })
  expect(await codeOf(undoBooking(deps, finance, { id, note: 'Again.' }))).toBe('ALREADY_DECIDED')
  await book(id, 'transfer')
  expect(await entriesOf(id)).toEqual([
    { seq: 1, kind: 'charge', amountCents: -2000_00 },
    { seq: 2, kind: 'charge', amountCents: 2000_00 },
    { seq: 3, kind: 'transfer', amountCents: -2000_00 },
  ])
  const audit = await readRows(
    db,
    'auditEntry',
    ['action', 'reason'],
    { subject: `statement-row:${id}` },
    'entryId',
  )
  expect(audit).toEqual([
    { action: 'statement-row.booked', reason: 'Known.' },
    { action: 'statement-row.undone', reason: 'Wrong row.' },
    { action: 'statement-row.booked', reason: 'Known.' },
  ])
})

test('of concurrent bookings of a row one succeeds', async () => {
  const id = await givenWaiting(newDay())
  const kinds = ['charge', 'other', 'transfer', 'not-ours', 'charge', 'other'] as const
  const made = await Promise.allSettled(kinds.map((kind) => book(id, kind)))
  expect(refusals(made)).toEqual(Array(5).fill('ALREADY_DECIDED'))
  expect(await entriesOf(id)).toHaveLength(1)
})

test('a withdrawal belongs to one row, however many ask at once', async () => {
  const day = newDay()
  const paid = await givenPaidOn(db, day)
  const ids = [await givenWaiting(day), await givenWaiting(day), await givenWaiting(day)]
  const [first = ''] = ids
  expect((await listCandidates(deps, { id: first })).map(({ id }) => id)).toContain(paid.id)
  const made = await Promise.allSettled(ids.map((id) => book(id, 'payout', { paymentId: paid.id, note: '' })))
  const refused = made.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
  const taken = { fields: { paymentId: [{ code: 'PAYMENT_MATCHED' }] } }
  expect(refused).toMatchObject([taken, taken])
  const [waiting] = await Promise.all(
    ids.map(async (id) => ((await entriesOf(id)).length === 0 ? id : [])),
  ).then((found) => found.flat())
  expect((await listCandidates(deps, { id: waiting ?? '' })).map(({ id }) => id)).not.toContain(paid.id)
  // The statement's own row of the payment finds it taken.
  const csv = `${HEADER}\n${paid.receipt},${day} 12:00:00,Business Payment,Completed,,-2000.00,`
  await importStatement(deps, finance, { csv, isDryRun: false })
  const [own] = await listStatementRows(db, {
    state: 'waiting',
    reason: 'payout-twice',
    after: undefined,
    limit: 5,
  })
  expect(own).toMatchObject({ receipt: paid.receipt, withdrawalId: paid.id, memberId: paid.memberId })
})

test('matching by hand does not hide a second payment from the comparison of the day', async () => {
  const day = newDay()
  const paid = await givenPaidOn(db, day)
  const id = await givenWaiting(day)
  await book(id, 'payout', { paymentId: paid.id, note: '' })
  await reconcileDay(deps, finance, { day })
  const found = await readRows(db, 'reconciliationDifference', ['kind'], { day }, 'kind')
  expect(found.map(({ kind }) => kind)).toEqual(['receipt-missing', 'receipt-unknown'])
})

test('a booking is final once its day is reconciled', async () => {
  const day = newDay()
  const id = await givenWaiting(day, { cents: 500_00, details: 'Something new' })
  const other = await givenWaiting(day, { cents: 700_00, details: 'Something new' })
  await book(id, 'other')
  await reconcileDay(deps, finance, { day })
  // A row of the day still waits, so it is not reconciled.
  await undoBooking(deps, finance, { id, note: 'Wrong row.' })
  await book(id, 'top-up')
  await book(other, 'other')
  // Not compared since.
  await undoBooking(deps, finance, { id, note: 'Wrong row.' })
  await book(id, 'top-up')
  await reconcileDay(deps, finance, { day })
  expect(await codeOf(undoBooking(deps, finance, { id, note: 'Too late.' }))).toBe('ALREADY_DECIDED')
})

test('staff decide nothing about their own payments', async () => {
  const day = newDay()
  const paid = await givenPaidOn(db, day)
  const id = await givenWaiting(day)
  const self = { name: `member:${paid.memberId}`, address: null }
  const wish = { id, kind: 'payout', paymentId: paid.id, note: '' } as const
  await expect(bookStatementRow(deps, self, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await book(id, 'payout', { paymentId: paid.id })
  await expect(undoBooking(deps, self, { id, note: 'Mine.' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test.each([
  ['payout', 500_00, 'Completed'],
  ['collection', -500_00, 'Completed'],
  ['top-up', -500_00, 'Completed'],
  ['nothing', -500_00, 'Completed'],
  ['charge', -500_00, 'Pending'],
] as const)('%s does not fit %i cents, %s', async (kind, cents, status) => {
  const day = newDay()
  const id = await givenWaiting(day, { cents, status })
  const paid = await givenPaidOn(db, day)
  const paymentId = kind === 'collection' ? await givenPremiumPaid(db, newReceipt()) : paid.id
  await expect(book(id, kind, { paymentId })).rejects.toMatchObject({
    fields: { kind: [{ code: 'NOT_AN_OPTION' }] },
  })
})

test('a match is with a payment of its kind, which staff or the provider have settled', async () => {
  const day = newDay()
  const [out, into] = [await givenWaiting(day), await givenWaiting(day, { cents: 1000_00 })]
  const premium = await givenPremiumPaid(db, newReceipt())
  const refused = (id: string, kind: EntryKind, paymentId: string) =>
    book(id, kind, { paymentId }).then(
      () => 'booked',
      (error) => error.fields.paymentId[0].code,
    )
  expect(await refused(out, 'payout', premium)).toBe('PAYMENT_MISSING')
  expect(await refused(out, 'payout', '00000000-0000-4000-8000-000000000000')).toBe('PAYMENT_MISSING')
  expect(await refused(out, 'payout', (await givenWithdrawal(db)).id)).toBe('PAYMENT_OPEN')
  expect(await refused(into, 'collection', (await givenPaidOn(db, day)).id)).toBe('PAYMENT_MISSING')
  expect(await refused(into, 'collection', premium)).toBe('booked')
})

test('a later import books what waited for it, but not what staff took back', async () => {
  const [day, receipt] = [newDay(), newReceipt()]
  const charge = `${receipt},${day} 12:00:00,Business Payment Charge,Completed,,-9.00,`
  await importStatement(deps, finance, { csv: `${HEADER}\n${charge}`, isDryRun: false })
  const undone = await givenWaiting(day)
  await book(undone, 'other')
  await undoBooking(deps, finance, { id: undone, note: 'Wrong row.' })
  const paid = await givenPaidOn(db, day, receipt)
  const csv = `${HEADER}\n${receipt},${day} 12:00:00,Business Payment,Completed,,-2000.00,`
  const made = await importStatement(deps, finance, { csv, isDryRun: false })
  expect(made).toMatchObject({ bookedCount: 1, clearedCount: 1 })
  const { rows } = await sql<{ withdrawalId: string }>`
    select e.withdrawal_id from statement_entry e join statement_row r on r.row_id = e.row_id where r.receipt = ${receipt}
  `.execute(db)
  expect(rows).toEqual([{ withdrawalId: paid.id }, { withdrawalId: paid.id }])
  expect(await entriesOf(undone)).toHaveLength(2)
})

test('pages of the desk go on where the last one ended, also when its last row was booked meanwhile', async () => {
  const page = (after?: string) =>
    listStatementRows(db, { state: 'waiting', reason: undefined, after, limit: 3 }).then((rows) =>
      rows.map(({ id }) => id),
    )
  const first = await page()
  const last = first.at(-1) ?? ''
  const second = await page(last)
  expect(second).toHaveLength(3)
  expect(first.filter((id) => second.includes(id))).toEqual([])
  await book(last, 'not-ours')
  expect(await page(last)).toEqual(second)
  const mine = await listStatementRows(db, {
    state: 'by-hand',
    reason: undefined,
    after: undefined,
    limit: 2,
  })
  expect(mine[0]).toMatchObject({ id: last, kind: 'not-ours' })
  const [, next] = mine
  const later = await listStatementRows(db, { state: 'by-hand', reason: undefined, after: last, limit: 1 })
  expect(later[0]?.id).toBe(next?.id)
})
