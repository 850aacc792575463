import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { finance, takeJobs } from '../payouts/testing.ts'
import { decidePremiumPayment, payPremium, sweepPremium } from './payments.ts'
import { processPremiumCallback } from './process-premium-callback.ts'
import {
  callBack,
  cancelled,
  daysLeft,
  forgetPremiumWork,
  givenPremiumPayment,
  letPremiumTimePass,
  newNumber,
  paid,
  runPremiumJobs,
} from './testing.ts'

const { db, close } = await createTestDb({ max: 60 })
afterAll(close)
beforeEach(() => forgetPremiumWork(db))

const givenPayment = (months?: number) => givenPremiumPayment(db, months)

test('premium begins once a status query confirms the payment, with the receipt and a mail', async () => {
  const { deps, sent, play, push, checkoutRequestId, standing } = await givenPayment()
  play.query = async () => paid
  await callBack(deps, push(), { checkoutRequestId, receipt: 'ukk7rt61sv', amountKes: 1000 })
  expect(await runPremiumJobs(deps)).toEqual([])
  const { isPremium, premiumUntil, payment } = await standing()
  expect(isPremium).toBe(true)
  expect(Math.round(daysLeft(premiumUntil))).toBeGreaterThanOrEqual(28)
  expect(payment).toMatchObject({ state: 'paid', receipt: 'UKK7RT61SV', settledAt: expect.any(Date) })
  expect(sent.map(({ kind }) => kind)).toEqual(['sendPremiumStarted'])
})

test('a callback grants nothing until the provider confirms it', async () => {
  const { deps, push, checkoutRequestId, standing } = await givenPayment()
  await callBack(deps, push(), { checkoutRequestId, receipt: 'FORGED0001', amountKes: 1000 })
  await runPremiumJobs(deps)
  expect(await standing()).toMatchObject({ isPremium: false, payment: { state: 'waiting' } })
})

test('a callback that the provider contradicts needs review, and staff decide once', async () => {
  const { deps, play, push, checkoutRequestId, standing, payment } = await givenPayment()
  play.query = async () => cancelled
  await callBack(deps, push(), { checkoutRequestId, receipt: 'UKKFALSE01', amountKes: 1000 })
  await runPremiumJobs(deps)
  expect(await standing()).toMatchObject({ isPremium: false, payment: { state: 'review' } })
  const decide = () =>
    decidePremiumPayment(deps, finance, { id: payment.id, decision: 'grant', note: 'On the statement' })
  const results = await Promise.allSettled(Array.from({ length: 10 }, decide))
  const refused = results.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(9).fill('ALREADY_DECIDED'))
  const { payment: settled, premiumUntil } = await standing()
  expect(settled).toMatchObject({ state: 'paid' })
  expect(daysLeft(premiumUntil)).toBeLessThan(32)
})

test('a payment counts once, even with repeated and concurrent confirmations', async () => {
  const { deps, play, push, checkoutRequestId, standing } = await givenPayment()
  play.query = async () => paid
  const said = Array.from({ length: 20 }, (_, i) => ({
    checkoutRequestId,
    receipt: 'UKKTWICE01',
    amountKes: 1000,
    description: `${i}`,
  }))
  await Promise.all(said.map((words) => callBack(deps, push(), words)))
  const jobs = await takeJobs(db)
  expect(jobs).toHaveLength(20)
  await Promise.all(jobs.map(({ data }) => processPremiumCallback(deps, data)))
  const { premiumUntil } = await standing()
  expect(daysLeft(premiumUntil)).toBeLessThan(32)
  const grants = await db
    .selectFrom('premiumGrant')
    .select('kind')
    .where('sourceKey', 'like', 'payment:%')
    .execute()
  expect(grants.length).toBeGreaterThan(0)
})

test('an unanswered prompt expires, and a late payment still counts', async () => {
  const { deps, play, push, checkoutRequestId, look, standing } = await givenPayment()
  for (let i = 0; i < 8; i++) {
    await letPremiumTimePass(db)
    await sweepPremium(deps)
    await runPremiumJobs(deps)
  }
  expect(await look()).toMatchObject({ state: 'expired' })
  play.query = async () => paid
  await callBack(deps, push(), { checkoutRequestId, receipt: 'UKKLATE001', amountKes: 1000 })
  await runPremiumJobs(deps)
  expect(await standing()).toMatchObject({ isPremium: true, payment: { state: 'paid' } })
})

test('a payment without a callback is found by a status query, and a late callback adds the receipt', async () => {
  const { deps, play, push, checkoutRequestId, look, standing } = await givenPayment()
  play.query = async () => paid
  await letPremiumTimePass(db)
  await sweepPremium(deps)
  await runPremiumJobs(deps)
  expect(await standing()).toMatchObject({ isPremium: true, payment: { state: 'paid', receipt: null } })
  await callBack(deps, push(), { checkoutRequestId, receipt: 'UKKAFTER01', amountKes: 1000 })
  await runPremiumJobs(deps)
  expect(await look()).toMatchObject({ state: 'paid', receipt: 'UKKAFTER01' })
})

test('a payment below the price needs review', async () => {
  const { deps, play, push, checkoutRequestId, standing } = await givenPayment()
  play.query = async () => paid
  await callBack(deps, push(), { checkoutRequestId, receipt: 'UKKLESS001', amountKes: 10 })
  await runPremiumJobs(deps)
  expect(await standing()).toMatchObject({ isPremium: false, payment: { state: 'review' } })
})

test('one receipt pays once', async () => {
  const first = await givenPayment()
  first.play.query = async () => paid
  await callBack(first.deps, first.push(), {
    checkoutRequestId: first.checkoutRequestId,
    receipt: 'UKKSAME001',
    amountKes: 1000,
  })
  await runPremiumJobs(first.deps)
  const second = await givenPayment()
  second.play.query = async () => paid
  await callBack(second.deps, second.push(), {
    checkoutRequestId: second.checkoutRequestId,
    receipt: 'ukksame001',
    amountKes: 1000,
  })
  await runPremiumJobs(second.deps)
  expect(await second.standing()).toMatchObject({ isPremium: false, payment: { state: 'review' } })
})

test('a callback about another prompt changes nothing', async () => {
  const mine = await givenPayment()
  const other = await givenPayment()
  mine.play.query = async () => cancelled
  await callBack(mine.deps, mine.push(), {
    checkoutRequestId: other.checkoutRequestId,
    receipt: 'UKKOTHER01',
    amountKes: 1000,
  })
  await runPremiumJobs(mine.deps)
  expect(await mine.look()).toMatchObject({ receipt: null })
})

test('an unknown callback address is not found', async () => {
  const { deps } = await givenPayment()
  await expect(callBack(deps, undefined, { checkoutRequestId: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test.each(['', '{', '<html>', '{"Body":null}', '[]', '7'])(
  'a callback with the body %j does no harm',
  async (raw) => {
    const { deps, push, look } = await givenPayment()
    await callBack(deps, push(), { raw })
    expect(await runPremiumJobs(deps)).toEqual([])
    expect(await look()).toMatchObject({ state: 'waiting' })
  },
)

test('a member who refuses the prompt sees that, and can try again', async () => {
  const { deps, play, push, checkoutRequestId, look, member } = await givenPayment()
  play.query = async () => cancelled
  await callBack(deps, push(), { checkoutRequestId, code: '1032', isPaid: false })
  expect(await runPremiumJobs(deps)).toEqual([])
  expect(await look()).toMatchObject({ state: 'failed', problem: 'You cancelled it.' })
  expect(await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })).toMatchObject({
    state: 'asked',
  })
})

test('the database refuses to change a grant or reopen a settled payment', async () => {
  const { deps, play, push, checkoutRequestId, payment } = await givenPayment()
  play.query = async () => paid
  await callBack(deps, push(), { checkoutRequestId, receipt: 'UKKFINAL01', amountKes: 1000 })
  await runPremiumJobs(deps)
  await expect(db.updateTable('premiumGrant').set({ months: 12 }).execute()).rejects.toThrow('never changed')
  await expect(
    sql`update premium_payment set state = 'failed', settled_at = null where payment_id = ${payment.id}`.execute(
      db,
    ),
  ).rejects.toThrow('is final')
})
