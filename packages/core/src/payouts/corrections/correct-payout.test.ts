import { correctPayoutInput } from '@chuma/contract/payouts/corrections'
import { problem } from '@chuma/contract/problems'
import { listTaxMonths } from '@chuma/db/queries/books/withholding'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit } from '../../admin/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { createMailCapture, givenMember } from '../../testing.ts'
import { requestWithdrawal } from '../../wallet/request-withdrawal.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { givenSent } from '../attempts/given-sent.testing.ts'
import {
  createPayoutDeps,
  failedResult,
  forgetWork,
  givenWithdrawal,
  look,
  newReceipt,
  paidResult,
  runJobs,
} from '../testing.ts'
import { correctPayout } from './correct-payout.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const { mail, sent: mails } = createMailCapture()
const deps = createPayoutDeps(db, null, { mail })
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor

type Input = Omit<Parameters<typeof correctPayoutInput.parse>[0] & object, never>
const ask = (input: Input) => correctPayout(deps, amina, correctPayoutInput.parse(input))
const confirm = (approvalId: string) =>
  decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
async function correct(input: Input) {
  const { approvalId } = await pendingOf(ask(input))
  return confirm(approvalId)
}
const returned = (id: string, more: object = {}) => ({
  id,
  kind: 'returned',
  cause: 'bank',
  note: 'The bank did not know the account.',
  evidence: 'Row 14 of the statement of 26 November',
  ...more,
})
const late = (id: string, receipt: string) => ({ id, kind: 'late', receipt, evidence: 'Statement, row 3' })
const twice = (id: string, receipt: string, more: object = {}) => ({
  id,
  kind: 'duplicate',
  receipt,
  evidence: 'Statement, rows 3 and 4',
  ...more,
})

let numbers = 0
async function givenPaid() {
  const mpesaNumber = `2547113${String(++numbers).padStart(5, '0')}`
  const given = await givenWithdrawal(db, { mpesaNumber })
  const receipt = newReceipt()
  await decideWithdrawal(deps, amina, { id: given.id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, amina, { id: given.id, status: 'paid', adminNotes: receipt })
  await runJobs(deps)
  return { ...given, receipt }
}

async function givenRejected() {
  const given = await givenWithdrawal(db)
  await decideWithdrawal(deps, amina, { id: given.id, status: 'rejected', adminNotes: 'The name differs' })
  await runJobs(deps)
  return given
}

const listPostings = async (memberId: string) =>
  (
    await db
      .selectFrom('posting')
      .select(['kind', 'availableDelta'])
      .where('memberId', '=', memberId)
      .orderBy('seq')
      .execute()
  ).map(({ kind, availableDelta }) => `${kind} ${availableDelta}`)
const verify = async () => expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })

test('a returned payment gives the points back once a second person agrees, and the member is told', async () => {
  const { id, ref, receipt, email, memberId } = await givenPaid()
  const { approvalId } = await pendingOf(ask(returned(id)))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8 })
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({
    status: 'rejected',
    payoutState: 'returned',
    receipt,
    available: 10,
    held: 0,
    adminComment: 'The bank did not know the account.',
  })
  expect(await listPostings(memberId)).toEqual(['adjustment 10', 'hold -2', 'payout 0', 'payout-returned 2'])
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({
    kind: 'sendPayoutCorrected',
    mail: { to: email, kind: 'returned', points: 2, note: 'The bank did not know the account.' },
  })
  expect((await listAudit(db, `withdrawal:${id}`)).at(-1)).toMatchObject({
    actor: amina.name,
    action: 'withdrawal.payout-returned',
    after: { approvedBy: brian.name, points: 2 },
  })
  await expect(ask(returned(id))).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await verify()
})

test('a payment to a wrong number may be the member’s own mistake: it is returned without points', async () => {
  const { id, ref } = await givenPaid()
  await correct(returned(id, { cause: 'wrong-number', isMembers: false }))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 8, held: 0 })
  await verify()
})

test('a returned payment keeps its receipt claimed', async () => {
  const { id, receipt } = await givenPaid()
  await correct(returned(id))
  const other = await givenWithdrawal(db, { mpesaNumber: '254711999001' })
  await decideWithdrawal(deps, amina, { id: other.id, status: 'approved', adminNotes: '' })
  const again = decideWithdrawal(deps, amina, { id: other.id, status: 'paid', adminNotes: receipt })
  await expect(again).rejects.toMatchObject({ fields: { adminNotes: [problem('RECEIPT_TAKEN')] } })
})

test('the tax withheld from a returned payment is not owed', async () => {
  const economy = { ...(await deps.economy()), withholdingTax: [{ from: '2020-01-01', percent: 5 }] }
  const member = await givenMember(db, { points: 10 })
  const taxed = { ...deps, economy: async () => economy }
  const { id } = await requestWithdrawal(taxed, member, {
    pointsToWithdraw: 2,
    withdrawalMethod: 'mpesa',
    mpesaNumber: '254711888001',
    idempotencyKey: undefined,
  })
  const owed = async () => (await listTaxMonths(db)).reduce((sum, { taxKes }) => sum + taxKes, 0)
  const before = await owed()
  await decideWithdrawal(taxed, amina, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(taxed, amina, { id, status: 'paid', adminNotes: newReceipt() })
  expect(await owed()).toBe(before + 100)
  await correct(returned(id))
  expect(await owed()).toBe(before)
  await verify()
})

test('a payment that arrives after a rejection takes the restored points again', async () => {
  const { id, ref, memberId, email } = await givenRejected()
  const receipt = newReceipt()
  await correct(late(id, receipt))
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    payoutState: 'paid',
    receipt,
    available: 8,
    held: 0,
  })
  expect(await listPostings(memberId)).toEqual(['adjustment 10', 'hold -2', 'release 2', 'payout-late -2'])
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({
    kind: 'sendPayoutCorrected',
    mail: { to: email, kind: 'late', points: -2 },
  })
  await verify()
})

test('restored points that were spent are owed after a late payment', async () => {
  const { id, ref, memberId } = await givenRejected()
  await sql`select book_posting(${memberId}, 'adjustment', -10, 0, 'adjustments', 'spent', 'Spent', null, null, 'staff:x')`.execute(
    db,
  )
  await correct(late(id, newReceipt()))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: -2 })
  await verify()
})

test('a late payment can come back after that', async () => {
  const { id, ref, memberId } = await givenRejected()
  await correct(late(id, newReceipt()))
  await correct(returned(id))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 10 })
  expect((await listPostings(memberId)).slice(-2)).toEqual(['payout-late -2', 'payout-returned 2'])
  await verify()
})

test('the second payment of a withdrawal is owed, once for each receipt', async () => {
  const { id, ref, receipt, memberId, email } = await givenPaid()
  await expect(ask(twice(id, receipt))).rejects.toMatchObject({
    fields: { receipt: [problem('RECEIPT_TAKEN')] },
  })
  const second = newReceipt()
  await correct(twice(id, second))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 6 })
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({
    kind: 'sendPayoutCorrected',
    mail: { to: email, kind: 'duplicate', points: -2 },
  })
  await expect(ask(twice(id, second))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await correct(twice(id, newReceipt(), { isMembers: false }))
  expect(await look(db, ref)).toMatchObject({ available: 6 })
  expect((await listPostings(memberId)).filter((line) => line.startsWith('payout-duplicate'))).toHaveLength(1)
  await verify()
})

test('a correction needs its evidence, a receipt of the method, and the right state', async () => {
  const [paid, rejected] = [await givenPaid(), await givenRejected()]
  expect(correctPayoutInput.safeParse({ ...returned(paid.id), evidence: ' ' }).success).toBe(false)
  await expect(ask(returned(paid.id, { note: '' }))).rejects.toMatchObject({
    fields: { note: [problem('REASON_FOR_MEMBER')] },
  })
  await expect(ask(returned(paid.id, { cause: undefined }))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(ask(late(rejected.id, 'ok'))).rejects.toMatchObject({
    fields: { receipt: [problem('NOT_AN_MPESA_RECEIPT')] },
  })
  await expect(ask(late(rejected.id, paid.receipt))).rejects.toMatchObject({
    fields: { receipt: [problem('RECEIPT_TAKEN')] },
  })
  for (const wrong of [
    late(paid.id, newReceipt()),
    returned(rejected.id),
    twice(rejected.id, newReceipt()),
  ]) {
    await expect(ask(wrong)).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  }
})

test('nobody corrects a payment of their own, nor approves what they asked for', async () => {
  const { id, ref, memberId } = await givenPaid()
  await expect(
    correctPayout(
      deps,
      { name: `member:${memberId}`, address: null },
      correctPayoutInput.parse(returned(id)),
    ),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { approvalId } = await pendingOf(ask(returned(id)))
  await expect(
    decideApproval(deps, amina, { approvalId, decision: 'approve', note: '' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8 })
})

test('of two approvals of one return one counts, and the points move once', async () => {
  const { id, ref, memberId } = await givenPaid()
  const first = await pendingOf(ask(returned(id)))
  const other = await pendingOf(ask(returned(id, { evidence: 'A letter of the bank' })))
  const race = await startTogether(db, memberId, () => [confirm(first.approvalId), confirm(other.approvalId)])
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 10 })
  await verify()
})

test('a success after a definite failure pauses the member’s payouts, and tells them and the owners', async () => {
  const { deps: ours, ref, payment, say, mails: told } = await givenSent(db)
  await say(failedResult(payment, 'member'))
  const receipt = newReceipt()
  await say(paidResult(payment, receipt))
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10 })
  await expect(
    requestWithdrawal(
      ours,
      { ...(await givenMember(db)), memberId: ref.memberId },
      {
        pointsToWithdraw: 2,
        withdrawalMethod: 'mpesa',
        mpesaNumber: '254712345678',
        idempotencyKey: undefined,
      },
    ),
  ).rejects.toMatchObject({ code: 'PAYOUTS_PAUSED' })
  expect(told.at(-1)).toMatchObject({
    kind: 'sendPayoutsPaused',
    mail: { reason: expect.stringContaining('We are asking it what is true') },
  })
  await correct(late(ref.withdrawalId, receipt))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 8 })
  await verify()
})

test('what the provider has reported as paid is rejected by two people only', async () => {
  const { deps: ours, id, ref, payment, say } = await givenSent(db)
  await say({ ...paidResult(payment, newReceipt()), amountKes: 1999 })
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review' })
  const reject = { id, status: 'rejected', adminNotes: 'The statement of today shows no payment' } as const
  const { approvalId } = await pendingOf(decideWithdrawal(ours, amina, reject))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2 })
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: 'failed', available: 10 })
  await verify()
})
