import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPayoutQueue, resumePayoutQueue, stopPayoutQueue } from '../queue/queue.ts'
import {
  failedResult,
  finance,
  forgetWork,
  letTimePass,
  look,
  newReceipt,
  paidResult,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { givenSent } from './given-sent.testing.ts'
import { sendPayout } from './send-payout.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

async function givenBusy() {
  const sent = await givenSent(db)
  await sent.say(failedResult(sent.payment, 'busy'))
  const later = async () => {
    await letTimePass(db)
    await sweepPayouts(sent.deps)
    await runJobs(sent.deps)
  }
  return { ...sent, later }
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
