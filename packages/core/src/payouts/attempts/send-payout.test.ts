import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  paidResult,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { theOnly } from '../the-only.testing.ts'
import type { SendOutcome } from './payouts.ts'
import { sendPayout } from './send-payout.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

async function givenApproved() {
  const scripted = createScriptedProvider()
  const deps = createPayoutDeps(db, scripted.provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await takeJobs(db)
  return { ...scripted, deps, id, ref }
}

const killed = () => Promise.reject(new Error('killed'))

test('an accepted payout is sent, with an id and addresses that Safaricom accepts', async () => {
  const { deps, ref, sends } = await givenApproved()
  await sendPayout(deps, ref)
  expect(sends).toEqual([
    {
      originatorConversationId: expect.stringMatching(/^po_[0-9a-z]{16}$/),
      amountKes: 2000,
      msisdn: '254712345678',
      remarks: 'Earnings payout',
      occasion: sends[0]?.originatorConversationId,
      resultUrl: expect.stringMatching(/^http:\/\/localhost:3000\/hooks\/d\/r\/[0-9a-f]{64}$/),
      timeoutUrl: expect.stringMatching(/^http:\/\/localhost:3000\/hooks\/d\/t\/[0-9a-f]{64}$/),
    },
  ])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', held: 2, attempts: ['sent'] })
})

test('the step to sending is committed before the request is made', async () => {
  const { deps, ref, play } = await givenApproved()
  const seen: unknown[] = []
  play.send = async () => {
    seen.push(await look(db, ref))
    return { outcome: 'accepted', conversationId: 'AG_1' }
  }
  await sendPayout(deps, ref)
  expect(seen).toMatchObject([{ payoutState: 'sending', attempts: ['sending'] }])
})

test('of concurrent workers one sends a payout', async () => {
  const { deps, ref, sends } = await givenApproved()
  const results = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 8 }, () => sendPayout(deps, ref)),
  )
  expect(sends).toHaveLength(1)
  // The others find nothing to do; an error would fail their jobs.
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('without an access token nothing is sent, and the job is retried with the same id', async () => {
  const { deps, ref, play, sends } = await givenApproved()
  play.prepare = async () => ({
    outcome: 'not-sent',
    code: 'ECONNREFUSED',
    reason: 'refused',
    stopQueue: false,
    retryable: true,
  })
  await expect(sendPayout(deps, ref)).rejects.toThrow('ECONNREFUSED')
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  play.prepare = async () => ({ outcome: 'ready' })
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('after a worker dies before sending, another sends with the same id', async () => {
  const { deps, ref, play, sends } = await givenApproved()
  const { originatorConversationId } = await db
    .selectFrom('payoutAttempt')
    .select('originatorConversationId')
    .where('withdrawalId', '=', ref.withdrawalId)
    .executeTakeFirstOrThrow()
  play.prepare = killed
  await sendPayout(deps, ref).catch(() => {})
  await letTimePass(db)
  await sweepPayouts(deps)
  play.prepare = async () => ({ outcome: 'ready' })
  await runJobs(deps)
  expect(sends).toMatchObject([{ originatorConversationId }])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test('after a worker dies while sending, the result is unknown, is queried and never sent again', async () => {
  const { deps, ref, play, sends, queries } = await givenApproved()
  play.send = killed
  await sendPayout(deps, ref).catch(() => {})
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sending', attempts: ['sending'] })
  await sweepPayouts(deps)
  expect(await takeJobs(db)).toEqual([])

  await letTimePass(db)
  await sweepPayouts(deps)
  await sweepPayouts(deps)
  expect(await runJobs(deps)).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', held: 2, attempts: ['unknown'] })
  expect(sends).toHaveLength(1)
  expect(queries).toMatchObject([{ originatorConversationId: sends[0]?.originatorConversationId }])

  await callBack(deps, theOnly(queries).resultUrl, paidResult(theOnly(sends), 'UKK0000001'))
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    receipt: 'UKK0000001',
    held: 0,
    attempts: ['paid'],
  })
})

test('a busy provider gets the same id again', async () => {
  const { deps, ref, play, sends } = await givenApproved()
  const accept = play.send
  play.send = async () => notSent({ retryable: true })
  await expect(sendPayout(deps, ref)).rejects.toThrow('500.003.02')
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  play.send = accept
  await sendPayout(deps, ref)
  expect(new Set(sends.map((send) => send.originatorConversationId)).size).toBe(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test.each([
  ['a refusal for good', notSent({ retryable: false })],
  ['a final refusal that stops the queue', notSent({ retryable: false, stopQueue: true })],
])('%s needs review and is not repeated', async (_name, outcome) => {
  const { deps, id, ref, play, sends } = await givenApproved()
  play.send = async () => outcome
  await sendPayout(deps, ref)
  await letTimePass(db)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2, attempts: ['not_sent'] })
  await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'We cannot pay this number' })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, held: 0 })
})

test('a lost reply leaves the result unknown, and a callback still settles it', async () => {
  const { deps, ref, play, sends } = await givenApproved()
  play.send = async () => ({ outcome: 'unknown', code: '500.002.1001', reason: 'Duplicate' })
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', attempts: ['unknown'] })
  const payment = theOnly(sends)
  await callBack(deps, payment.resultUrl, paidResult(payment, 'UKK0000002'))
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0, attempts: ['paid'] })
})

test('a result that arrives before the reply counts', async () => {
  const { deps, ref, play, sends } = await givenApproved()
  play.send = async (payment) => {
    await callBack(deps, payment.resultUrl, paidResult(payment, 'UKK0000003'))
    await runJobs(deps)
    return { outcome: 'accepted', conversationId: 'AG_3' }
  }
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    payoutState: 'paid',
    held: 0,
    attempts: ['paid'],
  })
})

test('a reply after the worker’s lease changes nothing', async () => {
  const { deps, ref, play } = await givenApproved()
  play.send = async () => {
    await letTimePass(db)
    await sweepPayouts(deps)
    await runJobs(deps)
    return notSent({ retryable: true })
  }
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', attempts: ['unknown'] })
})

test('a payout has at most one waiting job, however long no worker runs', async () => {
  const { deps, ref } = await givenApproved()
  for (let lease = 0; lease < 3; lease++) {
    await letTimePass(db)
    await sweepPayouts(deps)
  }
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
})

test('the sweep finds a queued payout whose job is lost, and it is sent once', async () => {
  const { deps, ref, sends } = await givenApproved()
  await sweepPayouts(deps)
  expect(await takeJobs(db)).toEqual([])
  await letTimePass(db)
  await Promise.all([sweepPayouts(deps), sweepPayouts(deps), sweepPayouts(deps)])
  const jobs = await takeJobs(db)
  expect(jobs).toEqual([{ name: 'send-payout', data: ref }])
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('a payout queued for a provider is paid by hand once there is none', async () => {
  const { ref } = await givenApproved()
  await sendPayout(createPayoutDeps(db, null), ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'manual', attempts: ['not_sent'] })
})

function notSent(options: { retryable: boolean; stopQueue?: boolean }): SendOutcome {
  return { outcome: 'not-sent', code: '500.003.02', reason: 'Spike arrest', stopQueue: false, ...options }
}
