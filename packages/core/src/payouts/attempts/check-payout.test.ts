import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  createPayoutDeps,
  failedResult,
  forgetWork,
  letTimePass,
  listOutcomes,
  look,
  newReceipt,
  paidResult,
  runJobs,
} from '../testing.ts'
import { givenSent } from './given-sent.testing.ts'
import type { Payment } from './payouts.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

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
    await letTimePass(db)
    await sweepPayouts(deps)
    await runJobs(deps)
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
  await letTimePass(db)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'needs_review',
    held: 2,
    attempts: ['needs_review'],
  })
})
