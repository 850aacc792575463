import { type BehaviourName, isBehaviourName } from '@chuma/mpesa/simulator/behaviours'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  approvePayout,
  decide,
  expectPage,
  isStopped,
  LOOPBACK,
  listOutcomes,
  openWorld,
  ordersTo,
  paymentsTo,
  readPage,
  resume,
  retry,
  SAFARICOM,
} from './testing.ts'

const world = await openWorld()
const { simulator, work, pass, line, payouts } = world
afterAll(world.close)
beforeEach(async () => {
  payouts.callbackNetworks = LOOPBACK
  await world.reset()
})

type State = 'paid' | 'rejected' | 'needs_review' | 'queued' | 'sent' | 'unknown'
type Fault = BehaviourName | `code:${string}`

const pageOf = (state: State) => {
  if (state === 'paid') return { status: 'paid', payoutState: 'paid', waitReason: null }
  if (state === 'rejected') return { status: 'rejected', payoutState: 'failed' }
  return { status: 'approved', payoutState: state }
}

async function approve(fault: Fault) {
  if (isBehaviourName(fault)) return approvePayout(world, fault)
  simulator.next(fault)
  return approvePayout(world)
}

/** By what the page says once the order was sent and its result has come, and in the end. */
const ENDS: [first: State, end: State, faults: Fault[]][] = [
  [
    'paid',
    'paid',
    [
      // Whatever replaced the reply, the result settles the payout.
      ...(['ok', 'slow', 'callback-first', 'timeout-paid', 'html-502', 'internal-error', 'reset'] as const),
      ...(['error-500', 'error-503', 'reply-html', 'reply-truncated', 'reply-empty'] as const),
      ...(['reply-wrong-types', 'reply-huge', 'invalid-token-once'] as const),
      ...(['callback-twice', 'string-result-code', 'extra-keys', 'result-then-timeout'] as const),
      ...(['queue-timeout-then-success', 'success-then-failure'] as const),
    ],
  ],
  ['sent', 'paid', ['no-callback', 'callback-huge', 'result-after-status']],
  // Each result says too little to be believed. The status query that it triggers brings the rest.
  [
    'unknown',
    'paid',
    [
      ...(['single-parameter', 'queue-timeout-only', 'callback-html', 'callback-truncated'] as const),
      ...(['callback-empty', 'callback-wrong-types'] as const),
    ],
  ],
  ['queued', 'paid', ['spike-arrest', 'quota', 'code:26']],
  ['rejected', 'rejected', ['receiver-unregistered', 'phone-unknown', 'code:2']],
  ['sent', 'rejected', ['status-declined']],
  ['unknown', 'rejected', ['code:15', 'code:17']],
  // M-Pesa does not know the payment, which proves nothing; nothing is sent again automatically.
  ['unknown', 'needs_review', ['timeout-unpaid', 'error-503-unpaid', 'duplicate-id']],
  ['sent', 'needs_review', ['status-pending', 'status-not-found']],
  [
    'needs_review',
    'needs_review',
    ['unknown-code', 'code:R000002', 'amount-mismatch', 'wrong-msisdn', 'repeated-receipt'],
  ],
]

test.each(ENDS.flatMap(([first, end, faults]) => faults.map((fault) => [fault, first, end] as const)))(
  '%s: the page says %s, and %s in the end, and nothing is paid twice',
  async (fault, first, end) => {
    if (fault === 'repeated-receipt') {
      await approvePayout(world)
      await work()
    }
    const answersWithout = first === 'unknown' && end !== 'needs_review'
    if (answersWithout) simulator.nextQuery('none')
    const payout = await approve(fault)
    await work()
    await expectPage(world, payout, pageOf(first))
    await pass(end === 'needs_review' ? 6 : 2)
    await expectPage(world, payout, pageOf(end))
    expect(await isStopped(world)).toBe(false)
    if (end === 'needs_review') expect((await retry(world, payout)).status).toBe(409)
  },
)

// As a result every code of this class stops the queue, also 24, whose `stopQueue` is false.
test.each(['code:1', 'code:24', 'code:2001', 'code:8006'] as const)(
  'result %s: payments stop, and after staff have put it right the member is paid under a new id',
  async (code) => {
    const payout = await approve(code)
    const behind = await approvePayout(world)
    await work()
    await expectPage(world, payout, pageOf('needs_review'))
    expect(await isStopped(world)).toBe(true)
    const last = await readPage(world, behind)
    // It may have been sent before the result came; if not, its member reads why it waits.
    if (last.withdrawal.status !== 'paid') expect(last.withdrawal.waitReason).toBe('stopped')
    await pass(2)
    await expectPage(world, payout, pageOf('needs_review'))

    simulator.setInitiator('valid')
    expect((await resume(world)).status).toBe(200)
    expect((await retry(world, payout)).status).toBe(200)
    await pass()
    for (const one of [payout, behind]) await expectPage(world, one, pageOf('paid'))
    expect(ordersTo(world, payout)).toHaveLength(2)
  },
)

test('wrong credentials: every try needs staff, also once M-Pesa has locked them', async () => {
  simulator.setInitiator('invalid')
  const first = await approvePayout(world)
  await work()
  await expectPage(world, first, pageOf('needs_review'))
  const others = [await approvePayout(world), await approvePayout(world), await approvePayout(world)]
  await work()
  await pass(2)
  for (const payout of others) {
    await expectPage(world, payout, { ...pageOf('queued'), waitReason: 'stopped' })
  }
  expect(others.flatMap((payout) => ordersTo(world, payout))).toEqual([])
  // Nothing was fixed. Payments sent before the first result arrives lock the initiator.
  await resume(world)
  await pass()
  const codes = others.flatMap((payout) => ordersTo(world, payout).map(({ resultCode }) => resultCode))
  // The balance query that a resumed queue makes counts as a wrong try too.
  expect(codes.sort()).toEqual([2001, 8006, 8006])
  expect(await isStopped(world)).toBe(true)
  for (const payout of others) await expectPage(world, payout, pageOf('needs_review'))
  simulator.setInitiator('valid')
  await resume(world)
  for (const payout of [first, ...others]) expect((await retry(world, payout)).status).toBe(200)
  await work()
  for (const payout of [first, ...others]) await expectPage(world, payout, pageOf('paid'))
})

test('staff settle what needs a review by the statement: with its receipt, or with a rejection', async () => {
  const [paid, unpaid] = [
    await approvePayout(world, 'amount-mismatch'),
    await approvePayout(world, 'timeout-unpaid'),
  ]
  await work()
  expect((await decide(world, unpaid, { status: 'rejected', adminNotes: 'Impatient' })).status).toBe(409)
  await pass(4)
  for (const payout of [paid, unpaid]) await expectPage(world, payout, pageOf('needs_review'))
  await decide(world, paid, { status: 'paid', adminNotes: paymentsTo(world, paid)[0]?.receipt })
  await expectPage(world, paid, pageOf('paid'))
  const adminNotes = 'M-Pesa has no such payment'
  expect((await decide(world, unpaid, { status: 'rejected', adminNotes })).status).toBe(200)
  await expectPage(world, unpaid, { ...pageOf('rejected'), adminComment: adminNotes })
})

test('our own time-out after the money moved: unknown, and paid once the result is there', async () => {
  const deliveries = simulator.deliveries().length
  simulator.hold('reply')
  const payout = await approvePayout(world)
  const working = work()
  await simulator.whenHeld('reply')
  line.giveUp()
  await working
  await expectPage(world, payout, pageOf('unknown'))
  simulator.release('reply')
  await expect.poll(() => simulator.deliveries().length).toBeGreaterThan(deliveries)
  await work()
  await expectPage(world, payout, pageOf('paid'))
})

test('reported as failed, then as paid: the returned points stay, and the incident is recorded', async () => {
  const payout = await approvePayout(world, 'failure-then-success')
  await work()
  expect(await listOutcomes(world, payout)).toEqual(['rejected', 'contradiction'])
  const { withdrawal, payments } = await readPage(world, payout)
  expect(withdrawal).toMatchObject({ status: 'rejected', receipt: null })
  expect(payments).toHaveLength(1)
  await pass(2)
  expect((await readPage(world, payout)).withdrawal).toEqual(withdrawal)
  expect((await retry(world, payout)).status).toBe(409)
})

test('a true result from a wrong address settles nothing until the status query confirms it', async () => {
  const payout = await approvePayout(world, 'no-callback')
  await work()
  const { originatorConversationId = '' } = ordersTo(world, payout)[0] ?? {}
  payouts.callbackNetworks = SAFARICOM
  simulator.nextQuery('none')
  simulator.deliver({ originatorConversationId, kind: 'result' })
  await work()
  await expectPage(world, payout, pageOf('unknown'))
  expect(await listOutcomes(world, payout)).toEqual(['foreign-address'])
  payouts.callbackNetworks = LOOPBACK
  await pass()
  await expectPage(world, payout, pageOf('paid'))
})
