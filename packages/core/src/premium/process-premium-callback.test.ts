import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startInLine } from '../admin/testing.ts'
import { finance, takeJobs } from '../payouts/testing.ts'
import { codeOf, givenMember, refusals } from '../testing.ts'
import { decidePremiumPayment, payPremium, sweepPremium } from './payments.ts'
import { checkPremiumPayment, processPremiumCallback } from './process-premium-callback.ts'
import {
  callBack,
  cancelled,
  createPremiumDeps,
  createScriptedCollector,
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
  expect(refusals(results)).toEqual(Array(9).fill('ALREADY_DECIDED'))
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
  expect(await codeOf(callBack(deps, undefined, { checkoutRequestId: 'x' }))).toBe('NOT_FOUND')
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

/** A payment that expires at the next sweep, and a way to run calls while its row is locked. */
async function givenLastCheck() {
  const given = await givenPremiumPayment(db)
  const ref = { memberId: given.member.memberId, paymentId: given.payment.id }
  await sql`
    update premium_payment set checks = 7, next_check_at = clock_timestamp() where payment_id = ${ref.paymentId}
  `.execute(db)
  const whileHeld = async (steps: (() => Promise<unknown>)[]) => {
    const payment = sql`select from premium_payment where payment_id = ${ref.paymentId} for update`
    const results = await startInLine(db, (holder) => payment.execute(holder), steps)
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  const countGrants = async () => {
    const grants = db.selectFrom('premiumGrant').select('grantId').where('memberId', '=', ref.memberId)
    return (await grants.execute()).length
  }
  return { ...given, ref, whileHeld, countGrants }
}

test.each(['the sweep', 'the answer'])(
  'a payment that arrives at the moment of its expiry counts once, even if %s is first',
  async (first) => {
    const { deps, play, ref, standing, whileHeld, countGrants } = await givenLastCheck()
    play.query = async () => paid
    const sweep = () => sweepPremium(deps)
    const checks = Array.from({ length: 4 }, () => () => checkPremiumPayment(deps, ref))
    await whileHeld(first === 'the sweep' ? [sweep, ...checks] : [...checks, sweep])
    expect(await standing()).toMatchObject({ isPremium: true, payment: { state: 'paid' } })
    expect(await countGrants()).toBe(1)
    const jobs = await takeJobs(db)
    expect(jobs.filter(({ name }) => name === 'send-premium-started')).toHaveLength(1)
  },
)

test('a failed payment becomes paid if the provider reports it later, but not the reverse', async () => {
  const { deps, play, ref, look, countGrants } = await givenLastCheck()
  play.query = async () => cancelled
  await checkPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'failed' })
  play.query = async () => paid
  await checkPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'paid', problem: null })
  play.query = async () => cancelled
  await checkPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'paid' })
  expect(await countGrants()).toBe(1)
})

test('a push’s answer changes nothing after a callback has settled the payment', async () => {
  const member = await givenMember(db)
  const { collector, pushes } = createScriptedCollector({
    query: async () => paid,
    push: async () => {
      const checkoutRequestId = pushes.at(-1)?.checkoutRequestId ?? ''
      await callBack(deps, pushes.at(-1), { checkoutRequestId, receipt: 'UKKQUICK01', amountKes: 1000 })
      expect(await runPremiumJobs(deps)).toEqual([])
      return { outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId }
    },
  })
  const { deps } = createPremiumDeps(db, collector)
  const { id: paymentId } = await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })
  expect(await runPremiumJobs(deps)).toEqual([])
  const payment = db.selectFrom('premiumPayment').select(['state', 'receipt', 'nextCheckAt'])
  expect(await payment.where('paymentId', '=', paymentId).executeTakeFirst()).toEqual({
    state: 'paid',
    receipt: 'UKKQUICK01',
    nextCheckAt: null,
  })
})
