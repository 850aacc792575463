import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { givenSent } from '../attempts/given-sent.testing.ts'
import { receivePayoutCallback } from '../callbacks.ts'
import {
  failedResult,
  forgetWork,
  letTimePass,
  listOutcomes,
  look,
  newReceipt,
  paidResult,
  runJobs,
} from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

async function callFrom(deps: Deps, address: string | null, url: string, body: object) {
  const [letter, token = ''] = new URL(url).pathname.split('/').slice(-2)
  const kind = letter === 'q' ? 'query' : letter === 't' ? 'timeout' : 'result'
  await receivePayoutCallback(deps, { kind, token, body: Buffer.from(JSON.stringify(body)), address })
  return runJobs(deps)
}

test.each(['41.90.1.1', '::1', null])(
  'a success from %s causes a status query and pays nothing',
  async (address) => {
    const { deps, ref, payment, queries } = await givenSent(db)
    await callFrom(deps, address, payment.resultUrl, paidResult(payment, newReceipt()))
    expect(await look(db, ref)).toMatchObject({ status: 'approved', payoutState: 'unknown', held: 2 })
    expect(await listOutcomes(db, ref)).toEqual(['foreign-address'])
    expect(queries).toHaveLength(1)
  },
)

test('a status query confirms a foreign address’s result, which then pays once', async () => {
  const { deps, ref, payment, say, queries } = await givenSent(db)
  const receipt = newReceipt()
  await callFrom(deps, '41.90.1.1', payment.resultUrl, paidResult(payment, receipt))
  await say(paidResult(payment, receipt), queries[0]?.resultUrl)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, held: 0 })
})

test('the same body from the provider’s address counts even after a foreign one sent it', async () => {
  const { deps, ref, payment, say } = await givenSent(db)
  const result = paidResult(payment, newReceipt())
  await callFrom(deps, '41.90.1.1', payment.resultUrl, result)
  await say(result)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
})

test('a failure from a foreign address returns no points', async () => {
  const { deps, ref, payment } = await givenSent(db)
  await callFrom(deps, '41.90.1.1', payment.resultUrl, failedResult(payment, 'member'))
  expect(await look(db, ref)).toMatchObject({
    status: 'approved',
    payoutState: 'unknown',
    available: 8,
    held: 2,
  })
})

test('a foreign answer to a status query settles nothing and causes no immediate query', async () => {
  const { deps, ref, payment, queries } = await givenSent(db)
  await callFrom(deps, '41.90.1.1', payment.timeoutUrl, {})
  await callFrom(deps, '41.90.1.1', queries[0]?.resultUrl ?? '', paidResult(payment, newReceipt()))
  expect(await look(db, ref)).toMatchObject({ status: 'approved', payoutState: 'unknown', held: 2 })
  expect(queries).toHaveLength(1)
  await letTimePass(db)
})

test.each(['127.0.0.1', '::ffff:127.0.0.1'])(
  'the provider’s address is recognised as %s too',
  async (address) => {
    const { deps, ref, payment } = await givenSent(db)
    await callFrom(deps, address, payment.resultUrl, paidResult(payment, newReceipt()))
    expect(await look(db, ref)).toMatchObject({ status: 'paid' })
  },
)

test('a forged token is not found, even from the provider’s address, and nothing is stored', async () => {
  const { deps, payment } = await givenSent(db)
  const forged = payment.resultUrl.replace(/\/r\/.*/, `/r/${'0'.repeat(64)}`)
  const count = () => db.selectFrom('payoutCallback').select('callbackId').execute()
  const before = await count()
  await expect(callFrom(deps, '127.0.0.1', forged, paidResult(payment, newReceipt()))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await count()).toEqual(before)
})
