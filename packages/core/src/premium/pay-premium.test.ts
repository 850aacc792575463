import { setTimeout as sleep } from 'node:timers/promises'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeJobs } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { getPremium } from './own-premium.ts'
import { payPremium, sweepPremium } from './payments.ts'
import {
  callBack,
  createPremiumDeps,
  createScriptedCollector,
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

test('the prompt on the member’s phone asks for the price of the chosen months', async () => {
  const { pushes, payment, look } = await givenPayment(3)
  expect(payment).toMatchObject({ state: 'asked', months: 3, amountKes: 3000 })
  expect(pushes).toEqual([
    expect.objectContaining({
      amountKes: 3000,
      msisdn: payment.mpesaNumber,
      accountReference: expect.stringMatching(/^PREM[0-9A-F]{8}$/),
      callbackUrl: expect.stringMatching(/^http:\/\/localhost:3000\/hooks\/d\/s\/[0-9a-f]{64}$/),
    }),
  ])
  expect(await look()).toMatchObject({ state: 'waiting' })
})

test('a push whose answer was lost is not repeated; its callback causes a status query', async () => {
  const { collector, play, pushes } = createScriptedCollector({
    push: async () => ({ outcome: 'unknown', code: 'ETIMEDOUT', reason: 'no answer' }),
    query: async () => paid,
  })
  const { deps } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })
  await runPremiumJobs(deps)
  expect((await getPremium(deps, member)).payment).toMatchObject({ state: 'unknown' })
  await letPremiumTimePass(db)
  await sweepPremium(deps)
  await runPremiumJobs(deps)
  expect(pushes).toHaveLength(1)
  await callBack(deps, pushes[0], { checkoutRequestId: 'ws_CO_late', receipt: 'UKKLOST001', amountKes: 1000 })
  await runPremiumJobs(deps)
  expect(await getPremium(deps, member)).toMatchObject({
    isPremium: true,
    payment: { receipt: 'UKKLOST001' },
  })
  expect(play).toBeDefined()
})

test('a prompt whose worker died is never sent again, and expires', async () => {
  const { collector, pushes } = createScriptedCollector({ push: () => Promise.reject(new Error('killed')) })
  const { deps } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })
  expect(await runPremiumJobs(deps)).toHaveLength(1)
  await letPremiumTimePass(db)
  await sweepPremium(deps)
  await runPremiumJobs(deps)
  expect((await getPremium(deps, member)).payment).toMatchObject({ state: 'unknown' })
  for (let i = 0; i < 7; i++) {
    await letPremiumTimePass(db)
    await sweepPremium(deps)
    await runPremiumJobs(deps)
  }
  expect((await getPremium(deps, member)).payment).toMatchObject({ state: 'expired' })
  expect(pushes).toHaveLength(1)
})

test('the sweep finds a payment whose job was lost before sending', async () => {
  const { collector, pushes } = createScriptedCollector()
  const { deps } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })
  await takeJobs(db)
  await letPremiumTimePass(db)
  const { results } = await db.transaction().execute(async (holder) => {
    // All of them have found it due and wait to take it.
    await holder
      .selectFrom('premiumPayment')
      .select('state')
      .where('memberId', '=', member.memberId)
      .forUpdate()
      .execute()
    const sweeps = [sweepPremium(deps), sweepPremium(deps), sweepPremium(deps)]
    while ((await countWaitingOnLock(db)) < sweeps.length) await sleep(5)
    return { results: Promise.all(sweeps) }
  })
  await results
  expect(await takeJobs(db)).toHaveLength(1)
  expect(pushes).toHaveLength(0)
})

test('fifty concurrent requests send one prompt', async () => {
  const { collector } = createScriptedCollector()
  const { deps } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  const mpesaNumber = newNumber()
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => payPremium(deps, member, { mpesaNumber, months: 1 })),
  )
  const payments = await db
    .selectFrom('premiumPayment')
    .select('paymentId')
    .where('memberId', '=', member.memberId)
    .execute()
  expect(payments).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'fulfilled') expect(result.value.id).toBe(payments[0]?.paymentId)
    else expect(result.reason).toMatchObject({ code: 'THROTTLED' })
  }
})

test('of two different concurrent payments one counts', async () => {
  const { collector } = createScriptedCollector()
  const { deps } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  const { results } = await db.transaction().execute(async (holder) => {
    // Both have found nothing open and wait to begin.
    await sql`lock table premium_payment in exclusive mode`.execute(holder)
    const calls = [1, 2].map((months) => payPremium(deps, member, { mpesaNumber: newNumber(), months }))
    const results = Promise.allSettled(calls)
    while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
    return { results }
  })
  const outcomes = await results
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refusal = outcomes.find(({ status }) => status === 'rejected')
  expect(refusal).toMatchObject({ reason: { code: 'PAYMENT_OPEN' } })
})

test('a phone gets one prompt in two minutes, even if several members type its number', async () => {
  const { collector } = createScriptedCollector()
  const { deps } = createPremiumDeps(db, collector)
  const mpesaNumber = newNumber()
  await payPremium(deps, await givenMember(db), { mpesaNumber, months: 1 })
  await expect(payPremium(deps, await givenMember(db), { mpesaNumber, months: 1 })).rejects.toMatchObject({
    code: 'THROTTLED',
  })
})

test('without a collector premium cannot be paid for', async () => {
  const { deps } = createPremiumDeps(db, null)
  const member = await givenMember(db)
  expect(await getPremium(deps, member)).toMatchObject({ isPayable: false })
  await expect(payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })).rejects.toMatchObject({
    code: 'CLOSED',
  })
})
