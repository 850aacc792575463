import type { BehaviourName } from '@chuma/mpesa/simulator/behaviours'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  approvePayout,
  decide,
  expectPage,
  listOutcomes,
  openWorld,
  ordersTo,
  paymentsTo,
  requestPayout,
  resume,
  untilAnswered,
} from './testing.ts'

const world = await openWorld()
const { simulator, work, pass, line, db } = world
afterAll(world.close)
beforeEach(world.reset)

const paid = { status: 'paid', payoutState: 'paid', waitReason: null }
const queued = { status: 'approved', payoutState: 'queued' }
const sent = { status: 'approved', payoutState: 'sent' }
const unknown = { status: 'approved', payoutState: 'unknown' }
const inReview = { status: 'approved', payoutState: 'needs_review' }

test('a payment without any fault is paid at once', async () => {
  const payout = await requestPayout(world)
  await work()
  await expectPage(world, payout, { status: 'pending', payoutState: null })
  await decide(world, payout, { status: 'approved' })
  await expectPage(world, payout, queued)
  await work()
  await expectPage(world, payout, paid)
  await pass(2)
  await expectPage(world, payout, paid)
})

test('a slow result leaves the payout sent until it comes', async () => {
  simulator.hold('callback')
  const payout = await approvePayout(world, 'slow')
  const working = work()
  await simulator.whenHeld('callback')
  await untilAnswered(world, payout)
  await expectPage(world, payout, sent)
  simulator.release('callback')
  await working
  await expectPage(world, payout, paid)
})

test('a result that comes before the reply settles the payout, and the reply changes nothing', async () => {
  const payout = await approvePayout(world, 'callback-first')
  await work()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['paid'])
})

// Whatever replaced the reply, the result follows and settles the payout.
test.each<BehaviourName>([
  'timeout-paid',
  'html-502',
  'internal-error',
  'reset',
  'error-500',
  'error-503',
  'reply-html',
  'reply-truncated',
  'reply-empty',
  'reply-wrong-types',
  'reply-huge',
])('%s: the reply proves nothing, the result does', async (behaviour) => {
  simulator.hold('callback')
  const payout = await approvePayout(world, behaviour)
  const working = work()
  await simulator.whenHeld('callback')
  await untilAnswered(world, payout)
  await expectPage(world, payout, behaviour === 'reply-huge' ? sent : unknown)
  simulator.release('callback')
  await working
  await expectPage(world, payout, paid)
  await pass(2)
  await expectPage(world, payout, paid)
  expect(ordersTo(world, payout)).toHaveLength(1)
})

// M-Pesa does not know the payment, which proves nothing, so staff decide; nothing is sent again automatically.
test.each<BehaviourName>(['timeout-unpaid', 'error-503-unpaid', 'duplicate-id'])(
  '%s: nothing was paid, the points stay held, and staff return them',
  async (behaviour) => {
    const payout = await approvePayout(world, behaviour)
    await work()
    await expectPage(world, payout, unknown)
    expect((await decide(world, payout, { status: 'rejected', adminNotes: 'Impatient' })).status).toBe(409)
    await pass(4)
    await expectPage(world, payout, inReview)
    expect(ordersTo(world, payout)).toEqual([])
    const adminNotes = 'M-Pesa has no such payment'
    expect((await decide(world, payout, { status: 'rejected', adminNotes })).status).toBe(200)
    await expectPage(world, payout, { status: 'rejected', payoutState: 'failed', adminComment: adminNotes })
    await pass(3)
    expect(paymentsTo(world, payout)).toEqual([])
  },
)

test('our own time-out after the money moved: unknown, and paid once the result is there', async () => {
  const deliveries = simulator.deliveries().length
  simulator.hold('reply')
  const payout = await approvePayout(world)
  const working = work()
  await simulator.whenHeld('reply')
  line.giveUp()
  await working
  await expectPage(world, payout, unknown)
  simulator.release('reply')
  await expect.poll(() => simulator.deliveries().length).toBeGreaterThan(deliveries)
  await work()
  await expectPage(world, payout, paid)
})

test('our own time-out before M-Pesa took the order: unknown, then staff decide', async () => {
  simulator.hold('accept')
  const payout = await approvePayout(world)
  const working = work()
  await simulator.whenHeld('accept')
  line.giveUp()
  await working
  await expect.poll(() => simulator.held().accept).toBe(0)
  simulator.release('accept')
  await expectPage(world, payout, unknown)
  await pass(4)
  await expectPage(world, payout, inReview)
  expect(ordersTo(world, payout)).toEqual([])
})

test.each<BehaviourName>(['spike-arrest', 'quota'])(
  '%s: nothing was taken, and the same id is sent again later',
  async (behaviour) => {
    const payout = await approvePayout(world, behaviour)
    await work()
    await expectPage(world, payout, queued)
    expect(world.jobErrors.map(String)).toEqual([expect.stringMatching(/was not taken: 500\.003\.0[23]/)])
    await pass()
    await expectPage(world, payout, paid)
    expect(await listIds(payout.id)).toEqual([ordersTo(world, payout)[0]?.originatorConversationId])
  },
)

test('a token that M-Pesa refuses is renewed, and the same order goes at once', async () => {
  const payout = await approvePayout(world, 'invalid-token-once')
  await work()
  await expectPage(world, payout, paid)
  expect(await listIds(payout.id)).toHaveLength(1)
})

test('a token that expired between two payouts holds neither up', async () => {
  const first = await approvePayout(world)
  await work()
  simulator.expireToken()
  const second = await approvePayout(world)
  await work()
  for (const payout of [first, second]) await expectPage(world, payout, paid)
})

test('500.002.1001 for an id that was already paid is not a failure', async () => {
  const payout = await approvePayout(world, 'no-callback')
  await work()
  // The state that a backup from before the send would restore.
  await sql`
    update payout_attempt set state = 'prepared', conversation_id = null where withdrawal_id = ${payout.id}
  `.execute(db)
  await sql`update withdrawal set payout_state = 'queued' where withdrawal_id = ${payout.id}`.execute(db)
  await pass()
  await expectPage(world, payout, unknown)
  await pass()
  await expectPage(world, payout, paid)
  expect(ordersTo(world, payout)).toHaveLength(1)
})

test.each(['html-502', 'error-500', 'error-503', 'internal-error', 'spike-arrest', 'reset', 'hang'] as const)(
  'without a token nothing is sent: %s at the door keeps the payout queued until M-Pesa is back',
  async (fault) => {
    await db.deleteFrom('providerToken').execute()
    simulator.setOutage(fault)
    const payout = await approvePayout(world)
    await work()
    await pass()
    await expectPage(world, payout, queued)
    simulator.setOutage(undefined)
    await resume(world)
    await pass()
    await expectPage(world, payout, paid)
  },
)

async function listIds(withdrawalId: string): Promise<string[]> {
  const attempts = await db
    .selectFrom('payoutAttempt')
    .select('originatorConversationId')
    .where('withdrawalId', '=', withdrawalId)
    .execute()
  return attempts.map((attempt) => attempt.originatorConversationId)
}
