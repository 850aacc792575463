import { createHash } from 'node:crypto'
import { batchFormat, EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { listForBatch } from '@chuma/db/queries/payouts/bank-batches'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { startBehind } from '../../admin/testing.ts'
import type { StaffActor } from '../../caller.ts'
import { codeOf, createTestDeps, readRow, readRows, refusals } from '../../testing.ts'
import { undoApproval } from '../approvals/approval-rules.ts'
import { exportManualPayouts, importPayments } from '../manual.ts'
import { pausePayouts } from '../pauses.ts'
import { finance, forgetWork, look, pay, reject, renameAccount } from '../testing.ts'
import { importBankResult } from './bank-results.ts'
import {
  cancelBankBatch,
  createBankBatch,
  downloadBankBatch,
  listBankBatches,
  markBatchUploaded,
  writeBatchFile,
} from './batches.ts'
import { FORMAT, givenApproved, givenBatch, MAPPING, newReference, resultOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

beforeEach(async () => {
  await forgetWork(db)
  // What an earlier test left waiting.
  for (const { withdrawalId: id } of await listForBatch(db, 100)) {
    await reject(deps, { id })
  }
})

type Lines = Awaited<ReturnType<typeof givenBatch>>['lines']
/** The bank's result that says it paid every row. */
const paid = (lines: Lines, receipt = newReference()) =>
  resultOf(lines.map((line) => [line, { status: 'Paid', receipt }]))

const upload = (id: string, csv: string, isDryRun = false, staff = finance) =>
  importBankResult(deps, staff, { id, csv, mapping: MAPPING, isDryRun })

test.each(['account_name', 'bank_name', 'account_number', 'mpesa_number', 'paypal_email'])(
  'nobody changes the %s that a member asked to be paid at',
  async (column) => {
    const { id } = await givenApproved(deps, db)
    const cheat = sql`update withdrawal set ${sql.ref(column)} = 'another' where withdrawal_id = ${id}`
    await expect(cheat.execute(db)).rejects.toThrow('what was requested cannot be changed')
  },
)

test('a batch has every bank payment that waits, and its file the exact accounts', async () => {
  const given = await givenApproved(deps, db, '0012345678')
  await renameAccount(db, given.id, '=HYPERLINK("x") Amina')
  const { batch, file, lines } = await givenBatch(deps)
  expect(batch).toMatchObject({ rowCount: 1, totalKes: 2000, openCount: 1 })
  expect(batch.contentHash).toBe(createHash('sha256').update(file).digest('hex'))
  expect(lines).toMatchObject([{ name: 'HYPERLINK x Amina', account: '0012345678', amount: '2000.00' }])
})

test('every download has the same bytes, and is in the audit log', async () => {
  await givenApproved(deps, db)
  const { batch, file } = await givenBatch(deps)
  expect(await downloadBankBatch(deps, finance, { id: batch.id })).toBe(file)
  const entries = await readRows(
    db,
    'auditEntry',
    ['action'],
    { subject: `bank-batch:${batch.number}` },
    'entryId',
  )
  const downloaded = { action: 'bank-batch.downloaded' }
  expect(entries).toEqual([{ action: 'bank-batch.created' }, downloaded, downloaded])
})

test('a file that is not what it was is refused', async () => {
  const given = await givenApproved(deps, db)
  const { batch } = await givenBatch(deps)
  await renameAccount(db, given.id, 'Someone Else')
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
  expect(await codeOf(reject(deps, { id }))).toBe('WITHDRAWAL_STATE')
  expect(await codeOf(undoApproval(deps, finance, { id }))).toBe('WITHDRAWAL_STATE')
  expect(await codeOf(pay(deps, { id }, newReference()))).toBe('WITHDRAWAL_STATE')
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
  expect(await codeOf(createBankBatch(deps, self, { format: FORMAT }))).toBe('INVALID_INPUT')
  const { batch, lines } = await givenBatch(deps)
  expect((await upload(batch.id, paid(lines), false, self)).results).toMatchObject([{ outcome: 'own' }])
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
  const csv = paid(lines)
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
  expect(await upload(batch.id, paid(lines))).toMatchObject({ paidCount: 1 })
  expect(await look(db, ref)).toMatchObject({ status: 'paid' })
})

test('rows of a batch are final', async () => {
  await givenApproved(deps, db)
  const { batch } = await givenBatch(deps)
  const change = (statement: string) => sql.raw(`${statement} where batch_id = '${batch.id}'`).execute(db)
  await expect(change('update bank_batch_row set amount_kes = 1')).rejects.toThrow('never changed')
  await expect(change('delete from bank_batch_row')).rejects.toThrow('never changed')
})

const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor
const DECIDED = { code: 'ALREADY_DECIDED' }

const cancel = (id: string, staff: StaffActor = amina) =>
  cancelBankBatch(deps, staff, { id, reason: 'The bank refuses the format' })

const confirm = async (asked: Promise<unknown>) =>
  decideApproval(deps, brian, {
    approvalId: (await pendingOf(asked)).approvalId,
    decision: 'approve',
    note: '',
  })

/** A batch whose file nobody has. */
async function givenUnseen() {
  const given = await givenApproved(deps, db)
  return { ...given, batch: await createBankBatch(deps, amina, { format: FORMAT }) }
}

/** A batch with a file, and the bank's word that it paid it. */
async function givenWithFile() {
  const given = await givenApproved(deps, db)
  const { batch, lines } = await givenBatch(deps)
  const receipt = newReference()
  const csv = paid(lines, receipt)
  const bookResult = () => upload(batch.id, csv, false, amina)
  return { ...given, batch, receipt, bookResult }
}

const find = async (id: string) => (await listBankBatches(deps)).batches.find((batch) => batch.id === id)

const countRows = async (withdrawalId: string) =>
  (await db.selectFrom('bankBatchRow').select('outcome').where('withdrawalId', '=', withdrawalId).execute())
    .map(({ outcome }) => outcome)
    .sort()

test('the payments of a cancelled batch wait for the next one, which has them once', async () => {
  const { id, ref, batch } = await givenUnseen()
  expect(batch).toMatchObject({ end: null, isDownloaded: false })
  const reason = 'The bank refuses the format'
  expect(await cancel(batch.id)).toMatchObject({
    openCount: 0,
    end: { step: 'cancelled', by: amina.name, reason },
  })
  expect(await look(db, ref)).toMatchObject({ status: 'approved', payoutState: 'manual', held: 2 })
  expect(await listBankBatches(deps)).toMatchObject({ waitingCount: 1, waitingKes: 2000 })
  await createBankBatch(deps, amina, { format: FORMAT })
  expect(await countRows(id)).toEqual(['cancelled', null])
  const entry = await readRow(db, 'auditEntry', ['actor', 'reason'], {
    action: 'bank-batch.cancelled',
    subject: `bank-batch:${batch.number}`,
  })
  expect(entry).toEqual({ actor: amina.name, reason })
})

test('of people who cancel a batch at once one does, and what was in it can be decided otherwise', async () => {
  const { id, ref, batch } = await givenUnseen()
  const race = await Promise.allSettled([cancel(batch.id), cancel(batch.id, brian), cancel(batch.id)])
  expect(refusals(race)).toEqual(Array(2).fill('ALREADY_DECIDED'))
  expect(await countRows(id)).toEqual(['cancelled'])
  await reject(deps, { id }, amina)
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', held: 0 })
})

test('a batch whose file anyone has is cancelled by two people', async () => {
  const { id, batch } = await givenWithFile()
  const asked = cancel(batch.id)
  await pendingOf(asked)
  expect(await countRows(id)).toEqual([null])
  await confirm(cancel(batch.id))
  expect(await find(batch.id)).toMatchObject({ end: { step: 'cancelled', by: amina.name } })
})

test('the file of a cancelled batch is given to nobody, and it is not uploaded', async () => {
  const { batch } = await givenUnseen()
  await cancel(batch.id)
  await expect(downloadBankBatch(deps, amina, { id: batch.id })).rejects.toMatchObject(DECIDED)
  await expect(markBatchUploaded(deps, amina, { id: batch.id })).rejects.toMatchObject(DECIDED)
})

test('a batch is uploaded or cancelled, never both', async () => {
  const { id, batch } = await givenUnseen()
  const [uploaded, cancelled] = await Promise.allSettled([
    markBatchUploaded(deps, amina, { id: batch.id }),
    cancel(batch.id, brian),
  ])
  expect([uploaded.status, cancelled.status].sort()).toEqual(['fulfilled', 'rejected'])
  const isUploaded = uploaded.status === 'fulfilled'
  expect(await find(batch.id)).toMatchObject({ end: { step: isUploaded ? 'uploaded' : 'cancelled' } })
  expect(await countRows(id)).toEqual([isUploaded ? null : 'cancelled'])
})

test('an approval to cancel finds that the batch was uploaded since', async () => {
  const { id, batch } = await givenWithFile()
  const { approvalId } = await pendingOf(cancel(batch.id))
  await markBatchUploaded(deps, amina, { id: batch.id })
  const approve = decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  await expect(approve).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
  expect(await countRows(id)).toEqual([null])
})

test('someone who cancels waits for a download, and then needs a second person', async () => {
  const { ref, batch } = await givenUnseen()
  const { asked } = await db.transaction().execute(async (holder) => {
    await lockWallet(holder, ref.memberId)
    const asked = cancel(batch.id).catch((error: unknown) => error)
    while ((await countWaitingOnLock(db)) < 1);
    await downloadBankBatch(deps, amina, { id: batch.id })
    return { asked }
  })
  expect(await asked).toMatchObject({ code: 'APPROVAL_PENDING' })
})

test('once the bank has spoken a batch is not cancelled', async () => {
  const { ref, receipt, batch, bookResult } = await givenWithFile()
  await bookResult()
  await expect(cancel(batch.id)).rejects.toMatchObject(DECIDED)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt })
})

test('a result that is imported while the batch is cancelled is booked, or finds it cancelled', async () => {
  const { id, ref, batch, bookResult } = await givenWithFile()
  const { approvalId } = await pendingOf(cancel(batch.id))
  const approval = { approvalId, decision: 'approve', note: '' } as const
  const [booked, cancelled] = await startBehind(
    db,
    (holder) => lockWallet(holder, ref.memberId),
    () => [
      bookResult().then(({ results }) => results[0]?.outcome),
      codeOf(decideApproval(deps, brian, approval)),
    ],
  )
  const outcome = booked?.status === 'fulfilled' && booked.value
  const isCancelled = cancelled?.status === 'fulfilled' && cancelled.value === 'passed'
  expect(outcome).toBe(isCancelled ? 'cancelled' : 'paid')
  expect(await countRows(id)).toEqual([isCancelled ? 'cancelled' : 'paid'])
  expect(await look(db, ref)).toMatchObject({ status: isCancelled ? 'approved' : 'paid' })
})

test('a cancelled batch that the bank paid all the same pauses the member, once, and books nothing', async () => {
  const { ref, receipt, batch, bookResult } = await givenWithFile()
  await confirm(cancel(batch.id))
  for (let times = 0; times < 2; times++) {
    expect((await bookResult()).results).toMatchObject([{ outcome: 'cancelled' }])
  }
  expect(await look(db, ref)).toMatchObject({ status: 'approved', held: 2 })
  // The next batch would pay it again.
  await expect(createBankBatch(deps, amina, { format: FORMAT })).rejects.toMatchObject({
    fields: { format: [{ code: 'NOTHING_WAITS' }] },
  })
  const entries = await readRows(db, 'auditEntry', ['after'], {
    subject: `withdrawal:${ref.withdrawalId}`,
    action: 'payout.contradiction',
  })
  expect(entries).toEqual([{ after: { receipt, amountKes: 2000 } }])
})

test('nobody cancels a batch that pays themselves', async () => {
  const { memberId, batch } = await givenUnseen()
  const self = { name: `member:${memberId}`, address: null }
  await expect(cancel(batch.id, self)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

const row = {
  line: 1,
  reference: 'B7-1-0A1B2C3D',
  amountKes: 2000,
  bankName: 'Stanbic, Kenya',
  accountNumber: '0100012345',
  accountName: "-2+3|cmd O'Brien",
}

test.each([
  ['Example: EFT', `O'Brien`, '"Stanbic, Kenya",2000.00,27/11/2026,Earnings payout,B7-1-0A1B2C3D\r\n'],
  ['Example: PesaLink', `O'Brien`, ';2000;KES;B7-1-0A1B2C3D\r\n'],
])('%s: the order, constants and formats of its columns', (name, person, end) => {
  const format = EXAMPLE_FORMATS.find((one) => one.name === name)
  expect(batchFormat.safeParse(format).success).toBe(true)
  const file = format ? writeBatchFile(format, '2026-11-27', [row]) : ''
  const line = file.split('\r\n').at(-2) ?? ''
  expect(`${line}\r\n`.endsWith(end)).toBe(true)
  expect(line).toContain('0100012345')
  expect(line).toContain(person)
  // Nothing that a spreadsheet runs, and no mark that a bank would take for a name.
  expect(line.split(/[,;]/).filter((cell) => /^["']?[=+@-]/.test(cell))).toEqual([])
  expect(file.startsWith('\ufeff')).toBe(false)
})

test('a format without our reference, the amount or the account is refused', () => {
  const [format] = EXAMPLE_FORMATS
  for (const cell of ['reference', 'amount', 'account']) {
    const columns = format?.columns.filter((column) => column.cell !== cell)
    expect(batchFormat.safeParse({ ...format, columns }).success).toBe(false)
  }
})
