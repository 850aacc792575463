import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startInLine } from '../admin/testing.ts'
import { takeJobs } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { payPremium, sweepPremium } from './payments.ts'
import { checkPremiumPayment } from './process-premium-callback.ts'
import {
  callBack,
  cancelled,
  createPremiumDeps,
  createScriptedCollector,
  forgetPremiumWork,
  givenPremiumPayment,
  newNumber,
  paid,
  runPremiumJobs,
} from './testing.ts'

const { db, close } = await createTestDb({ max: 20 })
afterAll(close)
beforeEach(() => forgetPremiumWork(db))

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
