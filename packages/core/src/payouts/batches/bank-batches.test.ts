import { createHash } from 'node:crypto'
import { listForBatch } from '@chuma/db/queries/payouts/bank-batches'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { undoApproval } from '../approvals/approval-rules.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { exportManualPayouts, importPayments } from '../manual.ts'
import { pausePayouts } from '../pauses.ts'
import { finance, forgetWork, look } from '../testing.ts'
import { importBankResult } from './bank-results.ts'
import { createBankBatch, downloadBankBatch, listBankBatches } from './batches.ts'
import { FORMAT, givenApproved, givenBatch, MAPPING, newReference, resultOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
beforeEach(async () => {
  await forgetWork(db)
  // What an earlier test left waiting.
  for (const { withdrawalId: id } of await listForBatch(db, 100)) {
    await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'Over' })
  }
})
const upload = (id: string, csv: string, isDryRun = false, staff = finance) =>
  importBankResult(deps, staff, { id, csv, mapping: MAPPING, isDryRun })

test('a batch has every bank payment that waits, and its file the exact accounts', async () => {
  const given = await givenApproved(deps, db, '0012345678')
  await sql`update withdrawal set account_name = '=HYPERLINK("x") Amina' where withdrawal_id = ${given.id}`.execute(
    db,
  )
  const { batch, file, lines } = await givenBatch(deps)
  expect(batch).toMatchObject({ rowCount: 1, totalKes: 2000, openCount: 1 })
  expect(batch.contentHash).toBe(createHash('sha256').update(file).digest('hex'))
  expect(lines).toMatchObject([{ name: 'HYPERLINK x Amina', account: '0012345678', amount: '2000.00' }])
})

test('every download has the same bytes, and is in the audit log', async () => {
  await givenApproved(deps, db)
  const { batch, file } = await givenBatch(deps)
  expect(await downloadBankBatch(deps, finance, { id: batch.id })).toBe(file)
  const entries = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('subject', '=', `bank-batch:${batch.number}`)
    .orderBy('entryId')
    .execute()
  const downloaded = { action: 'bank-batch.downloaded' }
  expect(entries).toEqual([{ action: 'bank-batch.created' }, downloaded, downloaded])
})

test('a file that is not what it was is refused', async () => {
  const given = await givenApproved(deps, db)
  const { batch } = await givenBatch(deps)
  await sql`update withdrawal set account_name = 'Someone Else' where withdrawal_id = ${given.id}`.execute(db)
  await expect(downloadBankBatch(deps, finance, { id: batch.id })).rejects.toThrow('is not what it was')
})

test('a withdrawal is never in two batches, even of two people at once', async () => {
  await givenApproved(deps, db)
  const made = await Promise.allSettled([
    createBankBatch(deps, finance, { format: FORMAT }),
    createBankBatch(deps, { name: 'staff:other', address: null }, { format: FORMAT }),
  ])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await listBankBatches(deps)).toMatchObject({ waitingCount: 0 })
})

test('what is in a batch is neither decided otherwise nor paid by hand', async () => {
  const { id, ref } = await givenApproved(deps, db)
  const { lines } = await givenBatch(deps)
  const reject = decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'Changed' })
  await expect(reject).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  const paid = decideWithdrawal(deps, finance, {
    id,
    status: 'paid',
    adminNotes: '',
    receipt: newReference(),
  })
  await expect(paid).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  const csv = `Withdrawal ID,Reference\n${id},${newReference()}`
  const { results } = await importPayments(deps, finance, { csv, isDryRun: false })
  expect(results).toMatchObject([{ outcome: 'in-batch' }])
  expect(await exportManualPayouts(deps, finance)).not.toContain(id)
  expect(lines).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ status: 'approved', held: 2 })
})

test('nobody puts their own payment into a batch, nor books it', async () => {
  const { memberId } = await givenApproved(deps, db)
  const self = { name: `member:${memberId}`, address: null }
  await expect(createBankBatch(deps, self, { format: FORMAT })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  const { batch, lines } = await givenBatch(deps)
  const [line] = lines
  const csv = resultOf(line ? [[line, { status: 'Paid', receipt: newReference() }]] : [])
  expect((await upload(batch.id, csv, false, self)).results).toMatchObject([{ outcome: 'own' }])
})

test('paid rows are booked with the bank’s reference, failed ones wait for staff again', async () => {
  const [one, two] = [await givenApproved(deps, db), await givenApproved(deps, db)]
  const { batch, lines } = await givenBatch(deps)
  const [first, second] = lines
  if (!first || !second) throw new Error('the batch has two rows')
  const receipt = newReference()
  const csv = resultOf([
    [first, { status: 'PAID', receipt }],
    [second, { status: 'returned', reason: 'Account closed' }],
  ])
  const dry = await upload(batch.id, csv, true)
  expect(dry).toMatchObject({ paidCount: 1, paidKes: 2000, failedCount: 1, missingCount: 0 })
  expect(await look(db, one.ref)).toMatchObject({ status: 'approved' })
  expect(await upload(batch.id, csv)).toMatchObject({ paidCount: 1, failedCount: 1 })
  expect(await look(db, one.ref)).toMatchObject({ status: 'paid', receipt, held: 0 })
  expect(await look(db, two.ref)).toMatchObject({ payoutState: 'manual', held: 2 })
  // The failed one goes into the next batch.
  expect(await listBankBatches(deps)).toMatchObject({ waitingCount: 1, waitingKes: 2000 })
  expect((await givenBatch(deps)).batch.number).toBe(batch.number + 1)
  // Twice is once, and another word changes nothing.
  expect((await upload(batch.id, csv)).results.map(({ outcome }) => outcome)).toEqual(['known', 'known'])
  const other = resultOf([
    [first, { status: 'Failed' }],
    [second, { status: 'Paid', receipt: newReference() }],
  ])
  expect((await upload(batch.id, other)).results.map(({ outcome }) => outcome)).toEqual([
    'contradiction',
    'contradiction',
  ])
})

test('importing one result at the same time books each payment once', async () => {
  const { ref } = await givenApproved(deps, db)
  const { batch, lines } = await givenBatch(deps)
  const [line] = lines
  const csv = resultOf(line ? [[line, { status: 'Paid', receipt: newReference() }]] : [])
  const runs = await Promise.all([upload(batch.id, csv), upload(batch.id, csv)])
  expect(runs.flatMap(({ results }) => results.map(({ outcome }) => outcome)).sort()).toEqual([
    'known',
    'paid',
  ])
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
})

test('a wrong row has its reason, and does not affect others', async () => {
  const given = await Promise.all(Array.from({ length: 7 }, () => givenApproved(deps, db)))
  const { batch, lines } = await givenBatch(deps)
  const receipt = newReference()
  const [good, again, amount, account, word, none] = lines
  if (!good || !again || !amount || !account || !word || !none) throw new Error('the batch has seven rows')
  const csv = resultOf([
    [good, { status: 'Paid', receipt, account: `XXXX${good.account.slice(-4)}` }],
    [again, { status: 'Paid', receipt }],
    [amount, { status: 'Paid', receipt: newReference(), amount: '1999' }],
    [account, { status: 'Paid', receipt: newReference(), account: '11112222' }],
    [word, { status: 'Perhaps', receipt: newReference() }],
    [none, { status: 'Paid', receipt: 'ok' }],
    [
      { ...none, reference: 'B1-1-FFFFFFFF' },
      { status: 'Paid', receipt: newReference() },
    ],
  ])
  const expected = [
    'paid',
    'receipt-used',
    'amount-differs',
    'account-differs',
    'unknown-word',
    'no-receipt',
    'unknown-row',
  ]
  for (const isDryRun of [true, false]) {
    const { results, missingCount } = await upload(batch.id, csv, isDryRun)
    expect(results.map(({ outcome }) => outcome)).toEqual(expected)
    expect(missingCount).toBe(1)
  }
  const statuses = await Promise.all(given.map(async ({ ref }) => (await look(db, ref)).status))
  expect(statuses.filter((status) => status === 'paid')).toHaveLength(1)
})

test('a pause after the batch does not hide what the bank has paid', async () => {
  const { memberId, ref } = await givenApproved(deps, db)
  const { batch, lines } = await givenBatch(deps)
  await pausePayouts(deps, finance, { memberId, reason: 'A question' })
  const [line] = lines
  const csv = resultOf(line ? [[line, { status: 'Paid', receipt: newReference() }]] : [])
  expect(await upload(batch.id, csv)).toMatchObject({ paidCount: 1 })
  expect(await look(db, ref)).toMatchObject({ status: 'paid' })
})

test('paused and held payments are left out', async () => {
  const { memberId } = await givenApproved(deps, db)
  await pausePayouts(deps, finance, { memberId, reason: 'A question' })
  await expect(createBankBatch(deps, finance, { format: FORMAT })).rejects.toMatchObject({
    fields: { format: [{ code: 'NOTHING_WAITS' }] },
  })
})

test('rows of a batch are final', async () => {
  await givenApproved(deps, db)
  const { batch } = await givenBatch(deps)
  const change = (statement: string) => sql.raw(`${statement} where batch_id = '${batch.id}'`).execute(db)
  await expect(change('update bank_batch_row set amount_kes = 1')).rejects.toThrow('never changed')
  await expect(change('delete from bank_batch_row')).rejects.toThrow('never changed')
})
