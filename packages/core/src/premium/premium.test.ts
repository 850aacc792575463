import { lockPayment } from '@chuma/db/queries/premium/premium-payments'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { startBehind } from '../admin/testing.ts'
import { finance, takeJobs } from '../payouts/testing.ts'
import { codeOf, givenMember, readRow, readRows, refusals } from '../testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import type { Collector, PushOutcome } from './collector.ts'
import { endPremium, grantPremium } from './grant-premium.ts'
import { cancelPremium, getPremium } from './own-premium.ts'
import { payPremium, pushPremiumPayment, sweepPremium } from './payments.ts'
import { remindPremium } from './process-premium-callback.ts'
import {
  createPremiumDeps,
  createScriptedCollector,
  daysLeft,
  forgetPremiumWork,
  givenAsked,
  givenPremiumPayment,
  letPremiumTimePass,
  newNumber,
  paid,
  runPremiumJobs,
  sweepPremiumLater,
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
test('the prompt on the member’s phone asks for the price of the chosen months', async () => {
  const { pushes, payment, look } = await givenPremiumPayment(db, 3)
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
  const { deps, pushes, say, look, standing } = await givenAsked(db, {
    push: async () => ({ outcome: 'unknown', code: 'ETIMEDOUT', reason: 'no answer' }),
    query: async () => paid,
  })
  await runPremiumJobs(deps)
  expect(await look()).toMatchObject({ state: 'unknown' })
  await sweepPremiumLater(deps)
  expect(pushes).toHaveLength(1)
  await say('UKKLOST001', { checkoutRequestId: 'ws_CO_late' })
  expect(await standing()).toMatchObject({ isPremium: true, payment: { receipt: 'UKKLOST001' } })
})

test('a prompt whose worker died is never sent again, and expires', async () => {
  const { deps, pushes, look } = await givenAsked(db, { push: () => Promise.reject(new Error('killed')) })
  expect(await runPremiumJobs(deps)).toHaveLength(1)
  await sweepPremiumLater(deps)
  expect(await look()).toMatchObject({ state: 'unknown' })
  await sweepPremiumLater(deps, 7)
  expect(await look()).toMatchObject({ state: 'expired' })
  expect(pushes).toHaveLength(1)
})

test('the sweep finds a payment whose job was lost before sending', async () => {
  const { deps, ref, pushes } = await givenAsked(db)
  await takeJobs(db)
  await letPremiumTimePass(db)
  // All of them have found it due and wait to take it.
  const race = await startBehind(
    db,
    (holder) => lockPayment(holder, ref),
    () => [sweepPremium(deps), sweepPremium(deps), sweepPremium(deps)],
  )
  expect(refusals(race)).toEqual([])
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
  // Both have found nothing open and wait to begin.
  const race = await startBehind(
    db,
    (holder) => sql`lock table premium_payment in exclusive mode`.execute(holder),
    () => [1, 2].map((months) => payPremium(deps, member, { mpesaNumber: newNumber(), months })),
  )
  expect(refusals(race)).toEqual(['PAYMENT_OPEN'])
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

const refused = (retryable: boolean): PushOutcome => ({
  outcome: 'not-sent',
  code: '401.003.01',
  reason: 'Invalid credentials of ours',
  retryable,
})

test.each([true, false])(
  'a prompt that M-Pesa did not take fails in plain words, and the member can pay again at once (retryable: %s)',
  async (retryable) => {
    const { deps, member, pushes, look } = await givenAsked(db, { push: async () => refused(retryable) })
    expect(await runPremiumJobs(deps)).toEqual([])
    expect(await look()).toMatchObject({
      state: 'failed',
      problem: 'M-Pesa did not take the request, so nothing was asked of you. Try again in a few minutes.',
    })
    const { memberId } = member
    const stored = await readRow(db, 'premiumPayment', ['resultCode', 'nextCheckAt'], { memberId })
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
  const { ref, pushes, look } = await givenAsked(db)
  await takeJobs(db)
  await pushPremiumPayment(createPremiumDeps(db, today()).deps, ref)
  expect(await look()).toMatchObject({
    state: 'failed',
    problem: 'M-Pesa payments were closed before the request went out. Nothing was asked of you.',
  })
  expect(pushes).toHaveLength(0)
})

test('a job that runs twice sends one prompt', async () => {
  const { deps, ref, pushes, look } = await givenAsked(db)
  await Promise.all([pushPremiumPayment(deps, ref), pushPremiumPayment(deps, ref)])
  await pushPremiumPayment(deps, ref)
  expect(pushes).toHaveLength(1)
  expect(await look()).toMatchObject({ state: 'waiting' })
})

test('a checkout id that names another payment is not taken over', async () => {
  const first = await givenAsked(db)
  await runPremiumJobs(first.deps)
  const checkoutRequestId = first.pushes[0]?.checkoutRequestId ?? ''
  const second = await givenAsked(db, {
    push: async () => ({ outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId }),
  })
  expect(await runPremiumJobs(second.deps)).toEqual([])
  const rows = await readRows(db, 'premiumPayment', ['paymentId'], { checkoutRequestId })
  expect(rows).toEqual([{ paymentId: first.ref.paymentId }])
  await letPremiumTimePass(db)
})
