import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import type { Payment } from './attempts/payouts.ts'
import { sweepPayouts } from './attempts/sweep-payouts.ts'
import { processPayoutCallback } from './callbacks.ts'
import {
  callBack,
  failedResult,
  forgetWork,
  givenSent,
  letTimePass,
  listOutcomes,
  look,
  newReceipt,
  paidResult,
  runJobs,
  sweepLater,
  takeJobs,
  theOnly,
} from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

test('a matching result pays, stores the receipt and mails the member', async () => {
  const { ref, payment, say, mails } = await givenSent(db)
  const receipt = newReceipt()
  await say(paidResult(payment, receipt))
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    receipt,
    available: 8,
    held: 0,
    attempts: ['paid'],
  })
  expect(await listOutcomes(db, ref)).toEqual(['paid'])
  expect(mails).toMatchObject([{ kind: 'sendWithdrawalPaid', mail: { receipt, amountKes: 2000 } }])
})

test('the same body twice is one callback, and another body with the same result changes nothing', async () => {
  const { ref, payment, say, mails } = await givenSent(db)
  const result = paidResult(payment, newReceipt())
  await say(result)
  await say(result)
  await say({ ...result, description: 'Paid, as we said.' })
  expect(await listOutcomes(db, ref)).toEqual(['paid', 'duplicate'])
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
  expect(mails).toHaveLength(1)
})

test('a callback processed by concurrent workers takes effect once', async () => {
  const { deps, ref, payment } = await givenSent(db)
  await callBack(deps, payment.resultUrl, paidResult(payment, newReceipt()))
  const { data } = theOnly(await takeJobs(db))
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 6 }, () => processPayoutCallback(deps, data)),
  )
  expect(race.map((call) => call.status)).toEqual(Array(6).fill('fulfilled'))
  expect(await listOutcomes(db, ref)).toEqual(['paid'])
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
})

test('the token of one address does not work for another', async () => {
  const { deps, payment } = await givenSent(db)
  const url = payment.timeoutUrl.replace('/d/t/', '/d/r/')
  await expect(callBack(deps, url, paidResult(payment, 'X'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the sweep finds a callback whose job is lost, once', async () => {
  const { deps, ref, payment } = await givenSent(db)
  const isAboutCallback = (job: { name: string }) => job.name === 'process-payout-callback'
  await callBack(deps, payment.resultUrl, paidResult(payment, newReceipt()))
  await takeJobs(db)
  await sweepPayouts(deps)
  expect((await takeJobs(db)).filter(isAboutCallback)).toEqual([])
  await letTimePass(db)
  await Promise.all([sweepPayouts(deps), sweepPayouts(deps), sweepPayouts(deps)])
  expect((await takeJobs(db)).filter(isAboutCallback)).toHaveLength(1)
  await sweepLater(deps)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
  await letTimePass(db)
  await sweepPayouts(deps)
  expect(await takeJobs(db)).toEqual([])
})

test('a timeout decides nothing, regardless of its body, and the late result settles the payout', async () => {
  const { ref, payment, say, queries } = await givenSent(db)
  await say(failedResult(payment, 'member'), payment.timeoutUrl)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', held: 2 })
  expect(queries).toHaveLength(1)
  await say(paidResult(payment, newReceipt()))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0 })
  await say('again', payment.timeoutUrl)
  expect(queries).toHaveLength(1)
})

async function callFrom(deps: Deps, address: string | null, url: string, body: object) {
  await callBack(deps, url, body, address)
  return runJobs(deps)
}

const success = (payment: Payment) => paidResult(payment, newReceipt())

test.each([
  ['success', '41.90.1.1', success],
  ['success', '::1', success],
  ['success', null, success],
  ['failure', '41.90.1.1', (payment: Payment) => failedResult(payment, 'member')],
])(
  'a %s from %s causes a status query, and neither pays nor returns points',
  async (_name, address, said) => {
    const { deps, ref, payment, queries } = await givenSent(db)
    await callFrom(deps, address, payment.resultUrl, said(payment))
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

test('a foreign answer to a status query settles nothing and causes no immediate query', async () => {
  const { deps, ref, payment, queries } = await givenSent(db)
  await callFrom(deps, '41.90.1.1', payment.timeoutUrl, {})
  await callFrom(deps, '41.90.1.1', queries[0]?.resultUrl ?? '', paidResult(payment, newReceipt()))
  expect(await look(db, ref)).toMatchObject({ status: 'approved', payoutState: 'unknown', held: 2 })
  expect(queries).toHaveLength(1)
  await letTimePass(db)
})

test('the provider’s address is recognised in IPv6 too', async () => {
  const { deps, ref, payment } = await givenSent(db)
  await callFrom(deps, '::ffff:127.0.0.1', payment.resultUrl, success(payment))
  expect(await look(db, ref)).toMatchObject({ status: 'paid' })
})

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
