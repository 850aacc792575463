import { attemptsInsert } from '@chuma/db/queries/payouts/payout-attempts'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { countWaitingOnLock, createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { listAudit } from '../../admin/testing.ts'
import { refusals } from '../../testing.ts'
import { moveAttempt } from '../move-payout.ts'
import { getPayoutQueue, resumePayoutQueue, stopPayoutQueue } from '../queue/queue.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenApproved,
  givenSent,
  givenWithdrawal,
  listOutcomes,
  look,
  newReceipt,
  paidResult,
  runJobs,
  sweepLater,
  takeJobs,
} from '../testing.ts'
import { lockPayout, type Payment, type SendOutcome } from './payouts.ts'
import { retryPayout } from './retry-payout.ts'
import { sendPayout } from './send-payout.ts'
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
  await sweepLater(deps)
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
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2 })
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
  expect(await listAudit(db, `withdrawal:${ref.withdrawalId}`)).toMatchObject([
    { action: 'withdrawal.approved' },
    { action: 'payout.contradiction' },
  ])
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
  await sweepLater(deps)
  expect(sends).toHaveLength(1)
})

test.each([
  [
    'paid',
    (payment: Payment) => paidResult(payment, newReceipt()),
    { status: 'paid', available: 8, held: 0 },
  ],
  [
    'failed',
    (payment: Payment) => failedResult(payment, 'member'),
    { status: 'rejected', available: 10, held: 0 },
  ],
])('a status answer of %s settles the payout', async (_name, result, expected) => {
  const { ref, payment, answer } = await givenSent(db)
  await answer(result(payment))
  expect(await look(db, ref)).toMatchObject(expected)
})

test('an undecided status answer leaves the payout open until the next query', async () => {
  const { ref, payment, answer, queries } = await givenSent(db)
  await answer({ ...failedResult(payment, 'member'), verdict: 'unknown' })
  expect(await look(db, ref)).toMatchObject({ status: 'approved', held: 2 })
  await answer(paidResult(payment, newReceipt()))
  expect(queries).toHaveLength(2)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
})

test('a status answer about another payment changes nothing', async () => {
  const { ref, answer } = await givenSent(db)
  await answer(failedResult({ originatorConversationId: 'po_other' }, 'member'))
  expect(await look(db, ref)).toMatchObject({ status: 'approved', held: 2 })
  expect(await listOutcomes(db, ref)).toEqual(['ids-differ'])
})

test('after the last unanswered query the payout needs review, and a late result still pays', async () => {
  const { deps, ref, payment, say, queries } = await givenSent(db)
  for (let turn = 0; turn < 5; turn++) {
    await sweepLater(deps)
  }
  expect(queries).toHaveLength(2)
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['needs_review'],
  })
  await say(paidResult(payment, newReceipt()))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
})

test('if the provider that sent it is gone, staff settle it', async () => {
  const { ref } = await givenSent(db)
  const deps = createPayoutDeps(db, null)
  await sweepLater(deps)
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['needs_review'],
  })
})

async function givenBusy() {
  const sent = await givenSent(db)
  await sent.say(failedResult(sent.payment, 'busy'))
  return { ...sent, later: () => sweepLater(sent.deps) }
}

test('a payout that failed only because of traffic is sent again automatically, later and under a new id', async () => {
  const { deps, ref, sends, later } = await givenBusy()
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'queued',
    held: 2,
    attempts: ['failed', 'prepared'],
  })
  expect((await listWithdrawals(db, ref.memberId))[0]).toMatchObject({
    waitReason: 'busy',
    waitsUntil: expect.any(Date),
  })
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: false })
  await later()
  expect(new Set(sends.map((send) => send.originatorConversationId)).size).toBe(2)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['failed', 'sent'] })
})

test('no job sends it early, nor does the end of a stop', async () => {
  const { deps, ref, sends } = await givenBusy()
  await sendPayout(deps, ref)
  await stopPayoutQueue(deps, finance, { reason: 'x' })
  await resumePayoutQueue(deps, finance, { note: 'x' })
  await runJobs(deps)
  await sweepPayouts(deps)
  expect(await takeJobs(db)).toEqual([])
  expect(sends).toHaveLength(1)
})

test('a success of the first attempt in the meantime prevents the second', async () => {
  const { ref, payment, sends, say, later } = await givenBusy()
  await say(paidResult(payment, newReceipt()))
  await later()
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['failed', 'not_sent'],
  })
})

test('a failure reported again in another form causes no second retry', async () => {
  const { ref, payment, say } = await givenBusy()
  await say({ ...failedResult(payment, 'busy'), description: 'Still busy.' })
  expect(await look(db, ref)).toMatchObject({ attempts: ['failed', 'prepared'] })
})

test('after five attempts it needs review', async () => {
  const { ref, sends, say, later } = await givenBusy()
  for (let turn = 0; turn < 6; turn++) {
    await later()
    const last = sends.at(-1)
    if (last) await say(failedResult(last, 'busy'), last.resultUrl)
  }
  expect(sends).toHaveLength(5)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2 })
})

const refusal: SendOutcome = {
  outcome: 'not-sent',
  code: '400.002.02',
  reason: 'Bad request',
  stopQueue: false,
  retryable: false,
}

async function givenRefused() {
  const approved = await givenApproved(db)
  await takeJobs(db)
  const accept = approved.play.send
  approved.play.send = async () => refusal
  await sendPayout(approved.deps, approved.ref)
  approved.play.send = accept
  return approved
}

test('staff can send a payout again, under a new id, if it definitely was not sent', async () => {
  const { deps, id, ref, sends } = await givenRefused()
  await expect(retryPayout(deps, finance, { id })).resolves.toMatchObject({ payoutState: 'queued' })
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['not_sent', 'sent'] })
  expect(new Set(sends.map((send) => send.originatorConversationId)).size).toBe(2)
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('of concurrent retries one counts', async () => {
  const { deps, id, ref } = await givenRefused()
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 5 }, () => retryPayout(deps, finance, { id })),
  )
  expect(refusals(race)).toEqual(Array(4).fill('WITHDRAWAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ attempts: ['not_sent', 'prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
})

test('without a provider a retry changes to payment by hand', async () => {
  const { id } = await givenRefused()
  const retried = await retryPayout(createPayoutDeps(db, null), finance, { id })
  expect(retried).toMatchObject({ status: 'approved', payoutState: 'manual' })
})

test('a withdrawal that is not approved has no attempt and cannot be retried', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { attempt } = await db.transaction().execute((trx) => lockPayout(trx, ref))
  expect(attempt).toBeUndefined()
  const deps = createPayoutDeps(db, createScriptedProvider().provider)
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('who waited for the lock sees the attempt that was begun meanwhile', async () => {
  const { ref } = await givenApproved(db)
  const { waiting } = await db.transaction().execute(async (holder) => {
    const { attempt } = await lockPayout(holder, ref)
    if (!attempt) throw new Error('an approved withdrawal has an attempt')
    const waiting = db.transaction().execute((trx) => lockPayout(trx, ref))
    await vi.waitFor(async () => expect(await countWaitingOnLock(db)).toBe(1))
    await moveAttempt(holder, { ref, attempt }, { to: 'not_sent', by: 'worker' })
    const { provider, amountKes, mpesaNumber, isAutomatic } = attempt
    const next = { ...ref, attemptNo: 2, provider, amountKes, mpesaNumber, isAutomatic }
    const second = { ...next, originatorConversationId: 'po_second', nextCheckInSeconds: 30 }
    await attemptsInsert(holder, [second]).execute()
    return { waiting }
  })
  expect(await waiting).toMatchObject({ attempt: { attemptNo: 2, state: 'prepared' } })
})
