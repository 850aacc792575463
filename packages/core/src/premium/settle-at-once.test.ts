import { setTimeout as sleep } from 'node:timers/promises'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeJobs } from '../payouts/testing.ts'
import { checkPremiumPayment } from './check-premium-payment.ts'
import { sweepPremium } from './sweep-premium.ts'
import { cancelled, forgetPremiumWork, givenPremiumPayment, paid } from './testing.ts'

const { db, close } = await createTestDb({ max: 20 })
afterAll(close)
beforeEach(() => forgetPremiumWork(db))

/** A payment whose next sweep gives it up, and what runs while nobody may change it. */
async function givenLastCheck() {
  const given = await givenPremiumPayment(db)
  const ref = { memberId: given.member.memberId, paymentId: given.payment.id }
  await sql`
    update premium_payment set checks = 7, next_check_at = clock_timestamp() where payment_id = ${ref.paymentId}
  `.execute(db)
  const whileHeld = async (steps: (() => Promise<unknown>)[]) => {
    const { all } = await db.transaction().execute(async (holder) => {
      await sql`select from premium_payment where payment_id = ${ref.paymentId} for update`.execute(holder)
      const begun: Promise<unknown>[] = []
      for (const step of steps) {
        begun.push(step())
        while ((await countWaitingOnLock(db)) < begun.length) await sleep(5)
      }
      return { all: Promise.all(begun) }
    })
    await all
  }
  const countGrants = async () => {
    const grants = db.selectFrom('premiumGrant').select('grantId').where('memberId', '=', ref.memberId)
    return (await grants.execute()).length
  }
  return { ...given, ref, whileHeld, countGrants }
}

test.each(['the sweep', 'the answer'])(
  'money that comes in the moment a payment is given up counts once, also when %s is first',
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

test('a payment that failed is paid when the provider says so later, and not the other way round', async () => {
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
