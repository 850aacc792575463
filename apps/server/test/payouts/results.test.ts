import { isLongRun } from '@chuma/db/testing'
import { classifyResultCode } from '@chuma/mpesa/results'
import type { BehaviourName } from '@chuma/mpesa/simulator/behaviours'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  approvePayout,
  decide,
  expectPage,
  isStopped,
  listOutcomes,
  openWorld,
  ordersTo,
  paymentsTo,
  readPage,
  resume,
  retry,
} from './testing.ts'

const world = await openWorld()
const { simulator, work, pass, db } = world
afterAll(world.close)
beforeEach(world.reset)

const paid = { status: 'paid', payoutState: 'paid', waitReason: null }
const sent = { status: 'approved', payoutState: 'sent' }
const unknown = { status: 'approved', payoutState: 'unknown' }
const inReview = { status: 'approved', payoutState: 'needs_review' }
const describe = (code: string) => `M-Pesa did not pay this out: ${classifyResultCode(code).description}`

/**
 * Some codes of each class: `results.test.ts` in `packages/mpesa` says which class each code has, and only the class decides
 * what follows. `npm run test:all` takes every code.
 */
const some = (codes: string[], others: string[]) => (isLongRun ? [...codes, ...others] : codes)

test.each(some(['2', 'SFC_IC0003'], ['3', '4', '8', '12', '2040']))(
  'result code %s: the points go back, and the member reads why',
  async (code) => {
    simulator.next(`code:${code}`)
    const payout = await approvePayout(world)
    await work()
    const rejected = { status: 'rejected', payoutState: 'failed', adminComment: describe(code) }
    await expectPage(world, payout, rejected)
    await pass(2)
    await expectPage(world, payout, rejected)
    expect(await isStopped(world)).toBe(false)
  },
)

test.each<[BehaviourName, string]>([
  ['receiver-unregistered', '2040'],
  ['phone-unknown', 'SFC_IC0003'],
])('%s: a number that cannot be paid', async (behaviour, code) => {
  const payout = await approvePayout(world, behaviour)
  await work()
  await expectPage(world, payout, { status: 'rejected', payoutState: 'failed', adminComment: describe(code) })
})

// As a result every code of this class stops the queue, also 24, whose `stopQueue` is false.
test.each(some(['1', '24', '2001', '8006'], ['11', '18', '20', '21', '22', '25', '29', '2006', '2028']))(
  'result code %s: payments stop, and after staff have put it right the member is paid under a new id',
  async (code) => {
    simulator.next(`code:${code}`)
    const payout = await approvePayout(world)
    const behind = await approvePayout(world)
    await work()
    await expectPage(world, payout, inReview)
    expect(await isStopped(world)).toBe(true)
    const last = await readPage(world, behind)
    // It may have been sent before the result came; if not, its member reads why it waits.
    if (last.withdrawal.status !== 'paid') expect(last.withdrawal.waitReason).toBe('stopped')
    await pass(2)
    await expectPage(world, payout, inReview)

    simulator.setInitiator('valid')
    expect((await resume(world)).status).toBe(200)
    expect((await retry(world, payout)).status).toBe(200)
    await pass()
    for (const one of [payout, behind]) await expectPage(world, one, paid)
    expect(ordersTo(world, payout)).toHaveLength(2)
  },
)

test('wrong credentials: every try needs staff, also once M-Pesa has locked them', async () => {
  simulator.setInitiator('invalid')
  const first = await approvePayout(world)
  await work()
  await expectPage(world, first, inReview)
  const others = [await approvePayout(world), await approvePayout(world), await approvePayout(world)]
  await work()
  await pass(2)
  for (const payout of others) {
    await expectPage(world, payout, { status: 'approved', payoutState: 'queued', waitReason: 'stopped' })
  }
  expect(others.flatMap((payout) => ordersTo(world, payout))).toEqual([])
  // Nothing was fixed. Payments sent before the first result arrives lock the initiator.
  await resume(world)
  await pass()
  const codes = others.flatMap((payout) => ordersTo(world, payout).map(({ resultCode }) => resultCode))
  // The balance query that a resumed queue makes counts as a wrong try too.
  expect(codes.sort()).toEqual([2001, 8006, 8006])
  expect(await isStopped(world)).toBe(true)
  for (const payout of others) await expectPage(world, payout, inReview)
  simulator.setInitiator('valid')
  await resume(world)
  for (const payout of [first, ...others]) expect((await retry(world, payout)).status).toBe(200)
  await work()
  for (const payout of [first, ...others]) await expectPage(world, payout, paid)
})

test('result code 26: too much traffic, and the payout is sent again automatically', async () => {
  simulator.next('code:26')
  const payout = await approvePayout(world)
  await work()
  await expectPage(world, payout, { status: 'approved', payoutState: 'queued', waitReason: 'busy' })
  await work()
  expect(ordersTo(world, payout)).toHaveLength(1)
  await pass()
  await expectPage(world, payout, paid)
  expect(ordersTo(world, payout)).toHaveLength(2)
})

test.each(['15', '17'])('result code %s decides nothing: the status query does', async (code) => {
  simulator.next(`code:${code}`)
  simulator.nextQuery('none')
  const payout = await approvePayout(world)
  await work()
  await expectPage(world, payout, unknown)
  await pass()
  await expectPage(world, payout, { status: 'rejected', payoutState: 'failed' })
})

test.each(some(['9876', 'R000002'], ['13', '2029']))(
  'result code %s is unknown: staff decide',
  async (code) => {
    simulator.next(`code:${code}`)
    const payout = await approvePayout(world)
    await work()
    await expectPage(world, payout, inReview)
    await pass(2)
    await expectPage(world, payout, inReview)
    expect((await retry(world, payout)).status).toBe(409)
    expect((await decide(world, payout, { status: 'rejected', adminNotes: 'Not paid' })).status).toBe(200)
    await expectPage(world, payout, { status: 'rejected', payoutState: 'failed' })
    expect(await isStopped(world)).toBe(false)
  },
)

test.each<BehaviourName>(['callback-twice', 'string-result-code', 'extra-keys', 'result-then-timeout'])(
  '%s: paid, once',
  async (behaviour) => {
    const payout = await approvePayout(world, behaviour)
    await work()
    await expectPage(world, payout, paid)
    await pass(2)
    await expectPage(world, payout, paid)
    const mails = world.sent.filter(({ mail }) => mail.receipt === paymentsTo(world, payout)[0]?.receipt)
    expect(mails).toHaveLength(1)
  },
)

// Each says too little to be believed. The status query it triggers brings the rest.
test.each<BehaviourName>([
  'single-parameter',
  'queue-timeout-only',
  'callback-html',
  'callback-truncated',
  'callback-empty',
  'callback-wrong-types',
])('%s: proves nothing, and the status query settles it', async (behaviour) => {
  simulator.nextQuery('none')
  const payout = await approvePayout(world, behaviour)
  await work()
  await expectPage(world, payout, unknown)
  await pass()
  await expectPage(world, payout, paid)
})

test('a time-out of the queue, then the result', async () => {
  const payout = await approvePayout(world, 'queue-timeout-then-success')
  await work()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['timeout', 'paid'])
})

test.each<BehaviourName>(['no-callback', 'callback-huge'])(
  '%s: no result is kept, and the status query settles it',
  async (behaviour) => {
    const payout = await approvePayout(world, behaviour)
    await work()
    await expectPage(world, payout, sent)
    expect(await listOutcomes(world, payout)).toEqual([])
    await pass()
    await expectPage(world, payout, paid)
  },
)

test.each<BehaviourName>(['amount-mismatch', 'wrong-msisdn', 'repeated-receipt'])(
  '%s: settles nothing, staff look, and the statement decides',
  async (behaviour) => {
    await approvePayout(world)
    await work()
    const payout = await approvePayout(world, behaviour)
    await work()
    await expectPage(world, payout, inReview)
    await pass(2)
    await expectPage(world, payout, inReview)
    expect((await retry(world, payout)).status).toBe(409)
    const [payment] = paymentsTo(world, payout)
    await decide(world, payout, { status: 'paid', adminNotes: payment?.receipt })
    await expectPage(world, payout, paid)
  },
)

test('reported as paid, then as failed: it stays paid, and the contradiction is recorded', async () => {
  const payout = await approvePayout(world, 'success-then-failure')
  await work()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['paid', 'contradiction'])
  expect(await listContradictions(payout.id)).toHaveLength(1)
})

test('reported as failed, then as paid: the returned points stay, and the incident is recorded', async () => {
  const payout = await approvePayout(world, 'failure-then-success')
  await work()
  expect(await listOutcomes(world, payout)).toEqual(['rejected', 'contradiction'])
  const { withdrawal, payments } = await readPage(world, payout)
  expect(withdrawal).toMatchObject({ status: 'rejected', adminComment: describe('2040'), receipt: null })
  expect(await listContradictions(payout.id)).toMatchObject([{ after: { receipt: payments[0]?.receipt } }])
  await pass(2)
  expect((await readPage(world, payout)).withdrawal).toEqual(withdrawal)
  expect((await retry(world, payout)).status).toBe(409)
})

function listContradictions(id: string) {
  return db
    .selectFrom('auditEntry')
    .select(['action', 'after'])
    .where('subject', '=', `withdrawal:${id}`)
    .where('action', '=', 'payout.contradiction')
    .execute()
}
