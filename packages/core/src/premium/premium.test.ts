import { setTimeout as sleep } from 'node:timers/promises'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { finance, takeJobs } from '../payouts/testing.ts'
import { codeOf, givenMember, readRows } from '../testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import type { Collector, PushOutcome } from './collector.ts'
import { endPremium, grantPremium } from './grant-premium.ts'
import { cancelPremium, getPremium } from './own-premium.ts'
import { payPremium, pushPremiumPayment, sweepPremium } from './payments.ts'
import { remindPremium } from './process-premium-callback.ts'
import {
  callBack,
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

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => takeJobs(db))

test('staff add calendar months to the remaining premium and can end it, and each change is logged', async () => {
  const { deps, sent } = createPremiumDeps(db, null)
  const member = await givenMember(db)
  const { memberId } = member
  const first = await grantPremium(deps, finance, { memberId, months: 1, reason: 'Paid in cash' })
  const second = await grantPremium(deps, finance, { memberId, months: 2, reason: 'Prize' })
  expect(daysLeft(first.premiumUntil)).toBeLessThan(32)
  expect(daysLeft(second.premiumUntil)).toBeGreaterThan(88)
  await runPremiumJobs(deps)
  expect(sent.map(({ kind }) => kind)).toEqual(['sendPremiumStarted', 'sendPremiumStarted'])
  expect(await endPremium(deps, finance, { memberId, reason: 'Refunded' })).toMatchObject({
    premiumUntil: null,
  })
  expect(await getPremium(deps, member)).toMatchObject({ isPremium: false })
  const actions = await readRows(db, 'auditEntry', ['action'], { subject: `member:${memberId}` }, 'entryId')
  expect(actions.map(({ action }) => action)).toEqual(['premium.granted', 'premium.granted', 'premium.ended'])
  const own = { name: `member:${memberId}`, address: null }
  expect(await codeOf(grantPremium(deps, own, { memberId, months: 1, reason: 'Me' }))).toBe('FORBIDDEN')
})

test('a member can cancel and resume premium without losing time', async () => {
  const { deps } = createPremiumDeps(db, null)
  const member = await givenMember(db)
  expect(await codeOf(cancelPremium(deps, member, { isCancelled: true }))).toBe('PREMIUM_STATE')
  await grantPremium(deps, finance, { memberId: member.memberId, months: 1, reason: 'Prize' })
  expect(await cancelPremium(deps, member, { isCancelled: true })).toMatchObject({
    isPremium: true,
    isCancelled: true,
  })
  expect(await cancelPremium(deps, member, { isCancelled: false })).toMatchObject({
    isPremium: true,
    isCancelled: false,
  })
})

test('a reminder is mailed once before the end, unless the member has cancelled', async () => {
  const { deps, sent } = createPremiumDeps(db, null)
  const [soon, later, ending] = [await givenMember(db), await givenMember(db), await givenMember(db)]
  const setUntil = (memberId: string, days: number) =>
    db
      .updateTable('member')
      .set({ premiumUntil: sql<Date>`now() + make_interval(days => ${days})` })
      .where('memberId', '=', memberId)
      .execute()
  await setUntil(soon.memberId, 2)
  await setUntil(later.memberId, 20)
  await setUntil(ending.memberId, 2)
  await cancelPremium(deps, ending, { isCancelled: true })
  await Promise.all([remindPremium(deps), remindPremium(deps)])
  await remindPremium(deps)
  await runPremiumJobs(deps)
  expect(sent).toEqual([
    { kind: 'sendPremiumEnding', mail: expect.objectContaining({ to: soon.email, kesPerMonth: 1000 }) },
  ])
})

test('months of premium beyond a person’s day limit wait for a second person, together with points they gave', async () => {
  const deps = createLimitedDeps(db)
  const asking = (await givenSettled(deps, { role: 'finance' })).actor
  const other = (await givenSettled(deps, { role: 'finance' })).actor
  const { memberId } = await givenMember(db)
  const grant = (months: number, to = memberId) =>
    grantPremium(deps, asking, { memberId: to, months, reason: 'Prize' })
  // Finance may give KES 5,000 a day alone: five months.
  await grant(4)
  const { approvalId } = await pendingOf(grant(2))
  const another = await givenMember(db)
  await pendingOf(grant(12, another.memberId))
  await grant(1)
  const give = editEarnings(deps, asking, { memberId, points: 1, totalEarnings: 1, reason: 'Because' })
  await pendingOf(give)
  // The premium that runs meanwhile makes the request outdated.
  const again = decideApproval(deps, other, { approvalId, decision: 'approve', note: '' })
  await expect(again).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
  const fresh = await pendingOf(grant(2))
  await decideApproval(deps, other, { approvalId: fresh.approvalId, decision: 'approve', note: '' })
  expect(daysLeft((await getAdminPremium(memberId)) ?? null)).toBeGreaterThan(205)
})

const getAdminPremium = async (memberId: string) =>
  (await db.selectFrom('member').select('premiumUntil').where('memberId', '=', memberId).executeTakeFirst())
    ?.premiumUntil

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
  const payments = await readRows(db, 'premiumPayment', ['paymentId'], { memberId: member.memberId })
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
  expect(await codeOf(payPremium(deps, await givenMember(db), { mpesaNumber, months: 1 }))).toBe('THROTTLED')
})

test('without a collector premium cannot be paid for', async () => {
  const { deps } = createPremiumDeps(db, null)
  const member = await givenMember(db)
  expect(await getPremium(deps, member)).toMatchObject({ isPayable: false })
  expect(await codeOf(payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 }))).toBe('CLOSED')
})

/** A member who asked to pay; no prompt has left yet. */
async function givenAsked(script: Partial<Collector> = {}) {
  const { collector, play, pushes } = createScriptedCollector(script)
  const { deps } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  const { id } = await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })
  const ref = { memberId: member.memberId, paymentId: id }
  const look = async () => (await getPremium(deps, member)).payment
  return { collector, deps, member, play, pushes, ref, look }
}

const refused = (retryable: boolean): PushOutcome => ({
  outcome: 'not-sent',
  code: '401.003.01',
  reason: 'Invalid credentials of ours',
  retryable,
})

test.each([true, false])(
  'a prompt that M-Pesa did not take fails in plain words, and the member can pay again at once (retryable: %s)',
  async (retryable) => {
    const { deps, member, pushes, look } = await givenAsked({ push: async () => refused(retryable) })
    expect(await runPremiumJobs(deps)).toEqual([])
    expect(await look()).toMatchObject({
      state: 'failed',
      problem: 'M-Pesa did not take the request, so nothing was asked of you. Try again in a few minutes.',
    })
    const stored = await db
      .selectFrom('premiumPayment')
      .select(['resultCode', 'nextCheckAt'])
      .where('memberId', '=', member.memberId)
      .executeTakeFirst()
    expect(stored).toEqual({ resultCode: '401.003.01', nextCheckAt: null })
    expect(await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })).toMatchObject({
      state: 'asked',
    })
    expect(pushes).toHaveLength(1)
  },
)

test.each([
  ['without a provider', () => null],
  [
    'with another provider',
    () => ({ ...createScriptedCollector().collector, name: 'another' }) satisfies Collector,
  ],
])('a payment whose provider was closed before the prompt left is never sent, %s', async (_, today) => {
  const { ref, pushes, look } = await givenAsked()
  await takeJobs(db)
  await pushPremiumPayment(createPremiumDeps(db, today()).deps, ref)
  expect(await look()).toMatchObject({
    state: 'failed',
    problem: 'M-Pesa payments were closed before the request went out. Nothing was asked of you.',
  })
  expect(pushes).toHaveLength(0)
})

test('a job that runs twice sends one prompt', async () => {
  const { deps, ref, pushes, look } = await givenAsked()
  await Promise.all([pushPremiumPayment(deps, ref), pushPremiumPayment(deps, ref)])
  await pushPremiumPayment(deps, ref)
  expect(pushes).toHaveLength(1)
  expect(await look()).toMatchObject({ state: 'waiting' })
})

test('a callback that overtakes the answer to the push settles the payment, and the answer changes nothing', async () => {
  const { deps, ref, play, pushes, look } = await givenAsked()
  play.query = async () => paid
  play.push = async () => {
    const checkoutRequestId = pushes.at(-1)?.checkoutRequestId ?? ''
    await callBack(deps, pushes.at(-1), { checkoutRequestId, receipt: 'UKKEARLY01', amountKes: 1000 })
    expect(await runPremiumJobs(deps)).toEqual([])
    return { outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId }
  }
  await takeJobs(db)
  await pushPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'paid', receipt: 'UKKEARLY01' })
})

test('a checkout id that names another payment is not taken over', async () => {
  const first = await givenAsked()
  await runPremiumJobs(first.deps)
  const checkoutRequestId = first.pushes[0]?.checkoutRequestId ?? ''
  const second = await givenAsked({
    push: async () => ({ outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId }),
  })
  expect(await runPremiumJobs(second.deps)).toEqual([])
  const rows = await readRows(db, 'premiumPayment', ['paymentId'], { checkoutRequestId })
  expect(rows).toEqual([{ paymentId: first.ref.paymentId }])
  await letPremiumTimePass(db)
})
