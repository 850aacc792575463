import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeJobs } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import type { Collector, PushOutcome } from './collector.ts'
import { getPremium } from './own-premium.ts'
import { payPremium, pushPremiumPayment } from './payments.ts'
import {
  callBack,
  createPremiumDeps,
  createScriptedCollector,
  forgetPremiumWork,
  letPremiumTimePass,
  newNumber,
  paid,
  runPremiumJobs,
} from './testing.ts'

const { db, close } = await createTestDb({ max: 10 })
afterAll(close)
beforeEach(() => forgetPremiumWork(db))

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
  const rows = await db
    .selectFrom('premiumPayment')
    .select('paymentId')
    .where('checkoutRequestId', '=', checkoutRequestId)
    .execute()
  expect(rows).toEqual([{ paymentId: first.ref.paymentId }])
  await letPremiumTimePass(db)
})
