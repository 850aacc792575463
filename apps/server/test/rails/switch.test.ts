import { sendPayout } from '@chuma/core/payouts/attempts/send-payout'
import { sweepPayouts } from '@chuma/core/payouts/attempts/sweep-payouts'
import { queryFloat } from '@chuma/core/payouts/queue/query-float'
import { listPayoutQueues, stopPayoutQueue } from '@chuma/core/payouts/queue/queue'
import { finance, forgetWork, letTimePass } from '@chuma/core/payouts/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { approve, openRail, openRailWorld } from './rail-world.ts'

const world = await openRailWorld(['airtel', 'airtime'])
afterAll(world.close)
const both = [...world.payouts.rails]
beforeEach(async () => {
  world.payouts.rails = both
  await forgetWork(world.db)
})
const retire = (name: string) => {
  world.payouts.rails = both.map((rail) => (rail.name === name ? { ...rail, isRetired: true } : rail))
}
/** Every attempt of a withdrawal, the first one first. */
const providerOf = async (id: string) =>
  world.db
    .selectFrom('payoutAttempt')
    .select(['provider', 'state'])
    .where('withdrawalId', '=', id)
    .orderBy('attemptNo')
    .execute()

test('what is in flight is finished with the old provider after a switch: callbacks', async () => {
  const payout = await approve(world, 'airtel')
  await world.workOnce()
  expect(await payout.look()).toMatchObject({ payoutState: 'sent' })
  retire('airtel')
  await world.work()
  expect(await payout.look()).toMatchObject({ status: 'paid', attempts: ['paid'] })
})

test('what is in flight is finished with the old provider after a switch: status queries', async () => {
  const payout = await approve(world, 'airtel', 'no-callback')
  await world.work()
  expect(await payout.look()).toMatchObject({ payoutState: 'sent' })
  retire('airtel')
  await world.pass()
  expect(await payout.look()).toMatchObject({ status: 'paid' })
  expect(await providerOf(payout.id)).toEqual([{ provider: 'airtel', state: 'paid' }])
})

test('what was not sent before a switch is paid by the new provider, once', async () => {
  const payout = await approve(world, 'airtel')
  const { rail, simulator } = await openRail.airtel(world.url)
  world.payouts.rails = [
    ...both.map((old) => (old.name === 'airtel' ? { ...old, isRetired: true } : old)),
    { ...rail, name: 'airtel-new' },
  ]
  simulator.setCallbackUrl(`${world.url}/hooks/p/airtel-new`)
  await world.work()
  await simulator.idle()
  await world.work()
  expect(payout.payments()).toEqual([])
  expect(simulator.payments().map(({ msisdn }) => msisdn)).toEqual([payout.mpesaNumber])
  expect(await payout.look()).toMatchObject({ status: 'paid' })
  expect(await providerOf(payout.id)).toEqual([
    { provider: 'airtel', state: 'not_sent' },
    { provider: 'airtel-new', state: 'paid' },
  ])
  await simulator.close()
})

test('without another provider what was not sent is paid by hand', async () => {
  const payout = await approve(world, 'airtel')
  retire('airtel')
  await world.work()
  expect(await payout.look()).toMatchObject({ payoutState: 'manual', attempts: ['not_sent'] })
  expect(payout.payments()).toEqual([])
})

test('a stop of one provider leaves the other’s payments going', async () => {
  await stopPayoutQueue(world.deps, finance, { provider: 'airtel', reason: 'No money there' })
  const [stopped, going] = [await approve(world, 'airtel'), await approve(world, 'airtime')]
  await world.work()
  await letTimePass(world.db)
  await sweepPayouts(world.deps)
  await world.work()
  expect(await stopped.look()).toMatchObject({ payoutState: 'queued' })
  expect(await going.look()).toMatchObject({ status: 'paid' })
  expect(await listPayoutQueues(world.deps)).toMatchObject([
    { provider: 'airtel', isStopped: true, queuedCount: 1, queuedKes: 2000 },
    { provider: 'airtime', isStopped: false, queuedCount: 0 },
  ])
})

test('each provider has its own balance', async () => {
  await queryFloat(world.deps)
  const [airtel, airtime] = await listPayoutQueues(world.deps)
  expect([airtel?.floatKes, airtime?.floatKes]).toEqual([
    world.simulators.airtel.floatKes(),
    world.simulators.airtime.floatKes(),
  ])
})

test('the limit of a day is the company’s: two providers do not each send the last payment', async () => {
  const economy = await world.deps.economy()
  const { sentTodayKes } = (await listPayoutQueues(world.deps))[0] ?? { sentTodayKes: 0 }
  const deps = {
    ...world.deps,
    economy: async () => ({ ...economy, dailyPayoutLimitKes: sentTodayKes + 2000 }),
  }
  const [one, other] = [await approve(world, 'airtel'), await approve(world, 'airtime')]

  await Promise.all([sendPayout(deps, one.ref), sendPayout(deps, other.ref)])
  expect(one.payments().length + other.payments().length).toBe(1)
})
