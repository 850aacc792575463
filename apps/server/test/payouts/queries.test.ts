import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  approvePayout,
  decide,
  expectPage,
  listOutcomes,
  openWorld,
  ordersTo,
  paymentsTo,
} from './testing.ts'

const world = await openWorld()
const { simulator, work, pass } = world
afterAll(world.close)
beforeEach(world.reset)

const paid = { status: 'paid', payoutState: 'paid', waitReason: null }
const sent = { status: 'approved', payoutState: 'sent' }
const inReview = { status: 'approved', payoutState: 'needs_review' }

test('the status says Completed: paid', async () => {
  const payout = await approvePayout(world, 'no-callback')
  await work()
  await pass()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['paid'])
})

test('the status says Declined: the points go back', async () => {
  const payout = await approvePayout(world, 'status-declined')
  await work()
  await expectPage(world, payout, sent)
  await pass()
  await expectPage(world, payout, { status: 'rejected', payoutState: 'failed' })
})

test.each(['Completed', 'Declined'] as const)(
  'the status says Pending Authorized, and later %s: nothing is settled before M-Pesa decides',
  async (status) => {
    const payout = await approvePayout(world, 'status-pending')
    await work()
    await pass(2)
    await expectPage(world, payout, sent)
    const [order] = ordersTo(world, payout)
    simulator.settle({ originatorConversationId: order?.originatorConversationId ?? '', status })
    await pass()
    if (status === 'Completed') await expectPage(world, payout, paid)
    else await expectPage(world, payout, { status: 'rejected', payoutState: 'failed' })
  },
)

test('the status is never decided: staff decide, not the clock', async () => {
  const payout = await approvePayout(world, 'status-pending')
  await work()
  await pass(6)
  await expectPage(world, payout, inReview)
})

test('the status knows no such payment although it was paid: staff find it on the statement', async () => {
  const payout = await approvePayout(world, 'status-not-found')
  await work()
  await pass(3)
  await expectPage(world, payout, sent)
  await pass()
  await expectPage(world, payout, inReview)
  await decide(world, payout, { status: 'paid', adminNotes: paymentsTo(world, payout)[0]?.receipt })
  await expectPage(world, payout, paid)
})

test('the query’s answer comes before the result: the result finds the payout paid', async () => {
  const payout = await approvePayout(world, 'result-after-status')
  await work()
  await expectPage(world, payout, sent)
  await pass()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['paid', 'duplicate'])
})

test('an answer that comes twice counts once', async () => {
  simulator.nextQuery('twice')
  const payout = await approvePayout(world, 'no-callback')
  await work()
  await pass(3)
  await expectPage(world, payout, paid)
})

// The query's own code says nothing about the payment. Read as the payment's, most of these would return the points.
test.each([
  'none',
  'queue-timeout',
  'code:1',
  'code:17',
  'code:26',
  'code:2001',
  'code:2040',
  'code:8006',
  'code:9876',
  'code:SFC_IC0003',
  'html',
  'truncated',
  'empty',
  'wrong-types',
  'huge',
] as const)('a query answered with %s decides nothing, and the next one does', async (answer) => {
  simulator.nextQuery(answer)
  const payout = await approvePayout(world, 'no-callback')
  await work()
  await pass()
  await expectPage(world, payout, sent)
  await pass()
  await expectPage(world, payout, paid)
})

test.each(['hang', 'html-502', 'error-503', 'reset', 'truncated', 'quota'] as const)(
  'a query that meets %s decides nothing, and the next one does',
  async (fault) => {
    const payout = await approvePayout(world, 'no-callback')
    await work()
    simulator.setOutage(fault)
    await pass()
    simulator.setOutage(undefined)
    await expectPage(world, payout, sent)
    await pass()
    await expectPage(world, payout, paid)
  },
)
