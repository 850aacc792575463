import { listForBatch } from '@chuma/db/queries/payouts/bank-batches'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import type { StaffActor } from '../../auth/staff.ts'
import { createTestDeps } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { finance, forgetWork, look } from '../testing.ts'
import { importBankResult } from './bank-results.ts'
import {
  cancelBankBatch,
  createBankBatch,
  downloadBankBatch,
  listBankBatches,
  markBatchUploaded,
} from './batches.ts'
import { FORMAT, givenApproved, givenBatch, MAPPING, newReference, resultOf } from './testing.ts'

const { db, close } = await createTestDb({ max: 12 })
afterAll(close)
const deps = createTestDeps(db)
beforeEach(async () => {
  await forgetWork(db)
  // What an earlier test left waiting.
  for (const { withdrawalId: id } of await listForBatch(db, 100)) {
    await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'Over' })
  }
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
  const csv = resultOf(lines.map((line) => [line, { status: 'Paid', receipt }]))
  const bookResult = () =>
    importBankResult(deps, amina, { id: batch.id, csv, mapping: MAPPING, isDryRun: false })
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
  const entry = await db
    .selectFrom('auditEntry')
    .select(['actor', 'reason'])
    .where('action', '=', 'bank-batch.cancelled')
    .where('subject', '=', `bank-batch:${batch.number}`)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ actor: amina.name, reason })
})

test('what was in a cancelled batch can be decided otherwise', async () => {
  const { id, ref, batch } = await givenUnseen()
  await cancel(batch.id)
  await decideWithdrawal(deps, amina, { id, status: 'rejected', adminNotes: 'Asked for by the member' })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', held: 0 })
})

test('of people who cancel a batch at once one does', async () => {
  const { id, batch } = await givenUnseen()
  const made = await Promise.allSettled([cancel(batch.id), cancel(batch.id, brian), cancel(batch.id)])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject(DECIDED)
  expect(await countRows(id)).toEqual(['cancelled'])
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
  const { both } = await db.transaction().execute(async (holder) => {
    await lockWallet(holder, ref.memberId)
    const both = Promise.allSettled([
      bookResult(),
      decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' }),
    ])
    while ((await countWaitingOnLock(db)) < 2);
    return { both }
  })
  const [booked, cancelled] = await both
  const outcome = booked.status === 'fulfilled' ? booked.value.results[0]?.outcome : undefined
  const isCancelled = cancelled.status === 'fulfilled'
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
  const entries = await db
    .selectFrom('auditEntry')
    .select('after')
    .where('subject', '=', `withdrawal:${ref.withdrawalId}`)
    .where('action', '=', 'payout.contradiction')
    .execute()
  expect(entries).toEqual([{ after: { receipt, amountKes: 2000 } }])
})

test('nobody cancels a batch that pays themselves', async () => {
  const { memberId, batch } = await givenUnseen()
  const self = { name: `member:${memberId}`, address: null }
  await expect(cancel(batch.id, self)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
