import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { resumePayoutQueue } from '../queue/queue.ts'
import {
  failedResult,
  finance,
  forgetWork,
  letTimePass,
  listOutcomes,
  look,
  newReceipt,
  paidResult,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { givenSent } from './given-sent.testing.ts'
import type { Payment } from './payouts.ts'
import { retryPayout } from './retry-payout.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

test('a failure that the member has to fix rejects the withdrawal with the reason and restores the points once', async () => {
  const { ref, payment, say, mails } = await givenSent(db)
  await say(failedResult(payment, 'member'))
  await say({ ...failedResult(payment, 'member'), description: 'Again.' })
  expect(await look(db, ref)).toMatchObject({
    status: 'rejected',
    payoutState: 'failed',
    processedBy: 'M-Pesa',
    adminComment: 'M-Pesa did not pay this out: Not an M-Pesa customer.',
    available: 10,
    held: 0,
    attempts: ['failed'],
  })
  expect(await listOutcomes(db, ref)).toEqual(['rejected', 'duplicate'])
  expect(mails).toMatchObject([{ kind: 'sendWithdrawalRejected' }])
})

test('a failure that we have to fix keeps the points held, and staff retry it', async () => {
  const { deps, id, ref, payment, say, sends } = await givenSent(db)
  await say(failedResult(payment, 'operator'))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2, attempts: ['failed'] })
  await letTimePass(db)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  await resumePayoutQueue(deps, finance, { note: 'The account was filled up' })
  await retryPayout(deps, finance, { id })
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['failed', 'sent'] })
})

test.each([
  ['another amount', { amountKes: 2001 }],
  ['another number', { msisdn: '254700000000' }],
])('a result with %s moves no points and needs review', async (_name, wrong) => {
  const { ref, payment, say } = await givenSent(db)
  await say({ ...paidResult(payment, newReceipt()), ...wrong })
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['needs_review'],
  })
  expect(await listOutcomes(db, ref)).toEqual(['mismatch'])
  // After that a failure does not return the points: one of the two results is wrong.
  await say(failedResult(payment, 'member'))
  expect(await look(db, ref)).toMatchObject({ status: 'approved', payoutState: 'needs_review', held: 2 })
})

test('a receipt of another withdrawal does not pay a second one', async () => {
  const [one, two] = [await givenSent(db), await givenSent(db)]
  const receipt = newReceipt()
  await one.say(paidResult(one.payment, receipt))
  await two.say(paidResult(two.payment, receipt))
  expect(await look(db, two.ref)).toMatchObject({ payoutState: 'needs_review', held: 2 })
  expect(await listOutcomes(db, two.ref)).toEqual(['receipt-reused'])
})

test.each([
  [
    'without its amount',
    (payment: Payment) => ({ ...paidResult(payment, 'UKKHALF001'), amountKes: undefined }),
  ],
  ['with ids of something else', () => paidResult({ originatorConversationId: 'po_other' }, 'UKKHALF002')],
  [
    'that may still be paid',
    (payment: Payment) => ({ ...failedResult(payment, 'member'), verdict: 'unknown' as const }),
  ],
  ['that cannot be read', () => '<html>'],
])('a result %s causes an immediate status query', async (_name, body) => {
  const { ref, payment, say, queries } = await givenSent(db)
  const said = body(payment)
  await say(typeof said === 'string' ? said : JSON.parse(JSON.stringify(said)))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', held: 2, attempts: ['unknown'] })
  expect(queries).toHaveLength(1)
})

test('an undocumented code needs review', async () => {
  const { ref, payment, say } = await givenSent(db)
  await say({ ...failedResult(payment, 'member'), verdict: 'review' })
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['needs_review'],
  })
})

test('a success after a failure pays nothing and is logged', async () => {
  const { ref, payment, say } = await givenSent(db)
  await say(failedResult(payment, 'member'))
  await say(paidResult(payment, newReceipt()))
  expect(await look(db, ref)).toMatchObject({
    status: 'rejected',
    available: 10,
    held: 0,
    attempts: ['failed'],
  })
  expect(await listOutcomes(db, ref)).toEqual(['rejected', 'contradiction'])
  expect(await listAudits(ref.withdrawalId)).toEqual(['withdrawal.approved', 'payout.contradiction'])
})

test('a failure after a success is logged and reverses nothing', async () => {
  const { ref, payment, say } = await givenSent(db)
  await say(paidResult(payment, newReceipt()))
  await say(failedResult(payment, 'member'))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8, held: 0 })
  expect(await listOutcomes(db, ref)).toEqual(['paid', 'contradiction'])
})

test('a success of an earlier attempt stops the next one before it is sent, and no third is possible', async () => {
  const { deps, id, ref, payment, say, sends } = await givenSent(db)
  await say(failedResult(payment, 'operator'))
  await retryPayout(deps, finance, { id })
  await takeJobs(db)
  await say(paidResult(payment, newReceipt()))
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['failed', 'not_sent'],
  })
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await letTimePass(db)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(1)
})

async function listAudits(withdrawalId: string) {
  const entries = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('subject', '=', `withdrawal:${withdrawalId}`)
    .orderBy('entryId')
    .execute()
  return entries.map((entry) => entry.action)
}
