import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  approvePayout,
  expectPage,
  LOOPBACK,
  listOutcomes,
  openWorld,
  ordersTo,
  type Payout,
  SAFARICOM,
} from './testing.ts'

const world = await openWorld()
const { simulator, work, pass, payouts, db } = world
afterAll(world.close)
beforeEach(async () => {
  payouts.callbackNetworks = LOOPBACK
  await world.reset()
})

const paid = { status: 'paid', payoutState: 'paid', waitReason: null }
const unknown = { status: 'approved', payoutState: 'unknown' }
const inReview = { status: 'approved', payoutState: 'needs_review' }

/** A payout that M-Pesa has paid but not reported yet. */
async function givenSilence(): Promise<{ payout: Payout; order: ReturnType<typeof ordersTo>[number] }> {
  const payout = await approvePayout(world, 'no-callback')
  await work()
  await untilAnswered(payout)
  const [order] = ordersTo(world, payout)
  if (!order) throw new Error('it was sent')
  return { payout, order }
}

async function forge(url: string, body: object) {
  const answer = await fetch(`${simulator.url}/_sim/forge`, {
    method: 'POST',
    body: JSON.stringify({ url, body }),
  })
  return (await answer.json()) as { status: number }
}

type Order = Awaited<ReturnType<typeof givenSilence>>['order']
function successOf(order: Order, changes: { amountKes?: number; ids?: string } = {}) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: changes.ids ?? order.originatorConversationId,
      ConversationID: changes.ids ?? order.conversationId,
      TransactionID: 'UKK000FAKE',
      ResultParameters: {
        ResultParameter: [
          { Key: 'TransactionAmount', Value: changes.amountKes ?? order.amountKes },
          { Key: 'TransactionReceipt', Value: 'UKK000FAKE' },
          { Key: 'ReceiverPartyPublicName', Value: `${order.msisdn} - NOBODY` },
        ],
      },
    },
  }
}

const countCallbacks = async () =>
  (await db.selectFrom('payoutCallback').select('callbackId').execute()).length

/** Wait until the worker has recorded the provider's response. */
async function untilAnswered({ id }: Payout): Promise<void> {
  const list = () => db.selectFrom('payoutAttempt').select('state').where('withdrawalId', '=', id).execute()
  await expect.poll(list).not.toContainEqual({ state: 'sending' })
}

test('a success from the right address with a wrong token is not found, and not stored', async () => {
  const { payout, order } = await givenSilence()
  const before = await countCallbacks()
  for (const kind of ['r', 't', 'q', 'b']) {
    const url = `${world.url}/hooks/d/${kind}/${'0'.repeat(64)}`
    expect((await forge(url, successOf(order))).status).toBe(404)
  }
  expect(await countCallbacks()).toBe(before)
  await work()
  await expectPage(world, payout, { status: 'approved', payoutState: 'sent' })
})

test('a success with the token and another amount settles nothing, and the true one still does', async () => {
  const { payout, order } = await givenSilence()
  expect((await forge(order.resultUrl, successOf(order, { amountKes: 250_000 }))).status).toBe(200)
  await work()
  await expectPage(world, payout, inReview)
  const { originatorConversationId } = order
  simulator.deliver({ originatorConversationId, kind: 'result' })
  await work()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['mismatch', 'paid'])
})

test('a success with the token and the ids of another payment triggers a status query', async () => {
  simulator.nextQuery('none')
  const { payout, order } = await givenSilence()
  await forge(order.resultUrl, successOf(order, { ids: 'po_somebodyelse' }))
  await work()
  await expectPage(world, payout, unknown)
  await pass()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['ids-differ', 'paid'])
})

test('the time-out address believes no result, not even a success', async () => {
  simulator.nextQuery('none')
  const { payout, order } = await givenSilence()
  await forge(order.timeoutUrl, successOf(order))
  await work()
  await expectPage(world, payout, unknown)
  await pass()
  await expectPage(world, payout, paid)
})

test('a true result from a wrong address is stored and settles nothing until the status query confirms it', async () => {
  const { payout, order } = await givenSilence()
  const { originatorConversationId } = order
  payouts.callbackNetworks = SAFARICOM
  simulator.nextQuery('none')
  simulator.deliver({ originatorConversationId, kind: 'result' })
  await work()
  await expectPage(world, payout, unknown)
  expect(await listOutcomes(world, payout)).toEqual(['foreign-address'])
  payouts.callbackNetworks = LOOPBACK
  await pass()
  await expectPage(world, payout, paid)
  expect(await listOutcomes(world, payout)).toEqual(['foreign-address', 'paid'])
})

test.each(['success', 'failure'] as const)(
  'a forged %s from a wrong address settles nothing, however often it comes, and staff decide in the end',
  async (kind) => {
    const payout = await approvePayout(world, 'status-pending')
    await work()
    const { originatorConversationId = '' } = ordersTo(world, payout)[0] ?? {}
    payouts.callbackNetworks = SAFARICOM
    simulator.deliver({ originatorConversationId, kind })
    await work()
    simulator.deliver({ originatorConversationId, kind })
    await pass(5)
    await expectPage(world, payout, inReview)
  },
)

test('a forged callback does not block the same callback from M-Pesa', async () => {
  const { payout, order } = await givenSilence()
  const { originatorConversationId } = order
  payouts.callbackNetworks = SAFARICOM
  simulator.nextQuery('none')
  simulator.deliver({ originatorConversationId, kind: 'result' })
  await work()
  payouts.callbackNetworks = LOOPBACK
  simulator.deliver({ originatorConversationId, kind: 'result' })
  await work()
  await expectPage(world, payout, paid)
})
