import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { listRowCorrections, undoBooking } from '../../books/statements/book-row.ts'
import { importStatement } from '../../books/statements/import-statement.ts'
import { codeOf, readRow, readRows, refusals } from '../../testing.ts'
import { givenApproved, newReference } from '../batches/testing.ts'
import { finance, forgetWork, look, newReceipt } from '../testing.ts'
import { late, openDesk, returned, twice } from './testing.ts'

const { db, close } = await createTestDb({ max: 12 })
afterAll(close)
beforeEach(() => forgetWork(db))
const { deps, amina, ask, confirm, correct, decide, givenPaid, givenRejected, verify } = await openDesk(db)

const today = () => new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10)
const HEADER =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Linked Transaction ID'

type Said = { kes: number; receipt?: string; details?: string; status?: string; linked?: string }

async function findId(receipt: string): Promise<string> {
  const { rowId } = await readRow(db, 'statementRow', ['rowId'], { receipt })
  return rowId
}

/** A row of M-Pesa's statement: below zero money left. */
async function givenRow({ kes, receipt = newReceipt(), details, status = 'Completed', linked = '' }: Said) {
  const amount = Math.abs(kes).toFixed(2)
  const [into, out] = kes > 0 ? [amount, ''] : ['', `-${amount}`]
  const words = details ?? (kes > 0 ? 'Business Payment Reversal' : 'Business Payment')
  const row = `${receipt},${today()} 00:00:01,${words},${status},${into},${out},${linked}`
  await importStatement(deps, finance, { csv: `${HEADER}\n${row}`, isDryRun: false })
  return { rowId: await findId(receipt), receipt }
}

let balances = 1_000_000

async function givenBankRow(kes: number, reference = newReference()) {
  const mapping = {
    delimiter: 'comma',
    headerRow: 1,
    dateFormat: 'YYYY-MM-DD',
    date: 'Date',
    amount: 'Amount',
    reference: 'Reference',
    balance: 'Balance',
  } as const
  const csv = `Date,Amount,Reference,Balance\n${today()},${kes},${reference},${++balances}`
  await importStatement(deps, finance, { csv, isDryRun: false, bank: { name: 'Own bank', mapping } })
  return { rowId: await findId(reference), receipt: reference }
}

const withRow = (correction: Record<string, unknown>, rowId: string) => {
  const { evidence: _e, receipt: _r, ...rest } = correction
  return { ...rest, rowId }
}
const find = async (rowId: string) =>
  db
    .selectFrom('statementEntry')
    .select(['kind', 'rule', 'withdrawalId', 'amountCents'])
    .where('rowId', '=', rowId)
    .executeTakeFirst()

test('a reversal on the statement proves a return, and leaves the desk with it', async () => {
  const { id, ref, receipt } = await givenPaid()
  const { rowId } = await givenRow({ kes: 2000, linked: receipt })
  expect(await listRowCorrections(deps, { id: rowId })).toMatchObject([{ id, kind: 'returned', receipt }])
  const { approvalId } = await pendingOf(ask(withRow(returned(id), rowId)))
  expect(await find(rowId)).toBeUndefined()
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 10 })
  expect(await find(rowId)).toEqual({
    kind: 'other',
    rule: 'returned',
    withdrawalId: id,
    amountCents: 2000_00,
  })
  expect((await listAudit(db, `withdrawal:${id}`)).at(-1)).toMatchObject({
    after: { rowId },
    reason: expect.stringContaining('Statement of mpesa, line 2'),
  })
  await verify()
})

const balanceOf = async (account: string) => {
  const { kes } = await db
    .selectFrom('journalLine')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('minor'), sql<number>`0`).as('kes'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(kes) / 100
}

test('the row and its correction move the money once', async () => {
  const [float, clearing] = [await balanceOf('float-mpesa'), await balanceOf('cash-clearing')]
  const { id, receipt } = await givenPaid()
  const { rowId } = await givenRow({ kes: 2000, linked: receipt })
  await correct(withRow(returned(id), rowId))
  expect([await balanceOf('float-mpesa'), await balanceOf('cash-clearing')]).toEqual([float, clearing])
  const second = await givenPaid()
  await correct(withRow(twice(second.id, ''), (await givenRow({ kes: -2000 })).rowId))
  expect([await balanceOf('float-mpesa'), await balanceOf('cash-clearing')]).toEqual([float - 4000, clearing])
})

test('a payout on the statement proves a late payment by its own receipt', async () => {
  const { id, ref } = await givenRejected()
  const { rowId, receipt } = await givenRow({ kes: -2000 })
  expect(await listRowCorrections(deps, { id: rowId })).toContainEqual(
    expect.objectContaining({ id, kind: 'late' }),
  )
  await correct(withRow(late(id, ''), rowId))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 8 })
  // Its row is the payment's: no other can be.
  const claim = await readRows(db, 'statementClaim', ['rowId'], { subject: `payout:${id}` })
  expect(claim).toEqual([{ rowId }])
  await verify()
})

test('a second payout on the statement proves a duplicate', async () => {
  const { id, ref } = await givenPaid()
  const { rowId, receipt } = await givenRow({ kes: -2000 })
  await correct(withRow(twice(id, ''), rowId))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 6 })
  const booked = await readRows(db, 'payoutCorrection', ['receipt'], { withdrawalId: id })
  expect(booked).toEqual([{ receipt }])
  await verify()
})

test('a bank’s row proves the return of a bank payment', async () => {
  const { id, ref } = await givenApproved(deps, db)
  await decide(id, 'paid', newReference())
  const { rowId } = await givenBankRow(2000)
  await correct(withRow(returned(id), rowId))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned' })
  await verify()
})

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'passed',
    ({ fields }: { fields: Record<string, { code: string }[]> }) =>
      Object.entries(fields)
        .map(([field, [first]]) => `${field} ${first?.code}`)
        .join(),
  )

test('a row that is not this payment’s proves nothing', async () => {
  const { id, receipt } = await givenPaid()
  const other = await givenPaid()
  const refused = async (said: Said, correction = returned(id)) =>
    refusal(ask(withRow(correction, (await givenRow(said)).rowId)))
  const again = twice(id, '') as never
  expect(await refused({ kes: 1999 })).toBe('rowId ROW_OTHER_AMOUNT')
  expect(await refused({ kes: 2000.5 })).toBe('rowId ROW_OTHER_AMOUNT')
  expect(await refused({ kes: 2000, linked: other.receipt })).toBe('rowId ROW_OF_ANOTHER')
  expect(await refused({ kes: -2000 })).toBe('rowId ROW_OTHER_KIND')
  expect(await refused({ kes: 2000 }, again)).toBe('rowId ROW_OTHER_KIND')
  // Money that never moved, to begin with.
  expect(await refused({ kes: -2000, status: 'Pending' }, again)).toBe('rowId ROW_OTHER_KIND')
  const details = 'Business Payment to 2547******999 - Invented'
  expect(await refused({ kes: -2000, details }, again)).toBe('rowId ROW_OF_ANOTHER')
  const bankRow = await givenBankRow(2000)
  expect(await refusal(ask(withRow(returned(id), bankRow.rowId)))).toBe('rowId ROW_OTHER_ACCOUNT')
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect(await refusal(ask(withRow(returned(id), nowhere)))).toBe('rowId ROW_MISSING')
  const { rowId } = await givenRow({ kes: -2000 })
  const typed = { ...withRow(twice(id, ''), rowId), receipt: newReceipt() }
  expect(await refusal(ask(typed))).toBe('receipt ROW_OF_ANOTHER')
  // The row of the payment itself is booked.
  const own = await givenRow({ kes: -2000, receipt })
  expect(await refusal(ask(withRow(again, own.rowId)))).toBe('rowId ROW_USED')
})

test('a row proves one correction, and its booking stays', async () => {
  const [one, two] = [await givenPaid(), await givenPaid()]
  const { rowId } = await givenRow({ kes: 2000 })
  await correct(withRow(returned(one.id), rowId))
  expect(await refusal(ask(withRow(returned(two.id), rowId)))).toBe('rowId ROW_USED')
  expect(await codeOf(undoBooking(deps, amina, { id: rowId, note: 'Again' }))).toBe('ALREADY_DECIDED')
})

test('of corrections that name one row at the same time one is booked', async () => {
  const [one, two] = [await givenPaid(), await givenPaid()]
  const { rowId } = await givenRow({ kes: 2000 })
  const asked = await Promise.all(
    [one, two].map(async ({ id }) => (await pendingOf(ask(withRow(returned(id), rowId)))).approvalId),
  )
  const race = await startBehind(db, lockReconciliation, () => asked.map(confirm))
  expect(refusals(race)).toEqual(['APPROVAL_STATE'])
  const states = await Promise.all([one, two].map(async ({ ref }) => (await look(db, ref)).payoutState))
  expect(states.sort()).toEqual(['paid', 'returned'])
  await verify()
})
