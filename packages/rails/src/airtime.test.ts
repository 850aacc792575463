import { afterAll, expect, test } from 'vitest'
import { createAirtime, findAirtimePayment, knowsSecret, parseAirtimeCallback, readKes } from './airtime.ts'
import { startAirtimeSimulator } from './simulator/airtime.ts'

const simulator = await startAirtimeSimulator({ callbackDelayMs: 0, connectionHoldMs: 0 })
afterAll(simulator.close)
const config = { baseUrl: simulator.url, username: 'sandbox', apiKey: 'key', timeoutMs: 10_000 }
const airtime = createAirtime(config)
let orders = 0
const order = (suffix = '900') => {
  const n = ++orders
  return {
    originatorConversationId: `po_${n}`,
    amountKes: 100,
    msisdn: `25471${String(n).padStart(4, '0')}${suffix}`,
  }
}
const paymentsOf = (id: string) => simulator.payments().filter((payment) => payment.id === id)

test('airtime is bought once, and a repeat is in doubt', async () => {
  const payment = order()
  const sent = await airtime.send(payment)
  expect(sent).toMatchObject({ outcome: 'accepted', conversationId: expect.stringMatching(/^ATQid_/) })
  expect(await airtime.send(payment)).toMatchObject({ outcome: 'unknown', code: 'DUPLICATE' })
  expect(paymentsOf(payment.originatorConversationId)).toHaveLength(1)
  const conversationId = sent.outcome === 'accepted' ? sent.conversationId : ''
  expect(await airtime.queryStatus({ ...payment, conversationId })).toMatchObject({
    result: { verdict: 'paid', amountKes: 100, msisdn: payment.msisdn, receipt: conversationId },
  })
})

test('without their id nothing can be asked', async () => {
  expect(await airtime.queryStatus(order())).toMatchObject({ outcome: 'unknown', code: 'NO_ID' })
})

test('an order is not written once it may not be', async () => {
  const payment = order()
  expect(await airtime.send(payment, () => false)).toMatchObject({ outcome: 'not-sent', code: 'TOO_LATE' })
  expect(simulator.orders().find(({ id }) => id === payment.originatorConversationId)).toBeUndefined()
})

test.each(['902', '903'])('a problem of our account stops the queue (%s)', async (suffix) => {
  expect(await airtime.send(order(suffix))).toMatchObject({ outcome: 'not-sent', stopQueue: true })
})

test('a recipient who gets nothing is told of at once', async () => {
  expect(await airtime.send(order('904'))).toMatchObject({
    outcome: 'accepted',
    result: { verdict: 'member' },
  })
})

test.each([
  ['KES 100.0000', 100],
  ['KES 1,250', 1250],
  ['KES 100.5000', undefined],
  ['UGX 100', undefined],
  ['100', undefined],
])('%s is %s shillings', (text, kes) => {
  expect(readKes(text)).toBe(kes)
})

test('callbacks come as JSON or as a form', () => {
  const id = `ATQid_${'a1'.repeat(16)}`
  const json = Buffer.from(JSON.stringify({ requestId: id, status: 'Success', value: 'KES 100.0000' }))
  const form = Buffer.from(
    new URLSearchParams({ requestId: id, status: 'Success', value: 'KES 100.0000' }).toString(),
  )
  for (const body of [json, form]) {
    expect(findAirtimePayment(body)).toEqual({ kind: 'conversation', value: id })
    expect(parseAirtimeCallback(body)).toMatchObject({ ok: true, value: { verdict: 'paid', amountKes: 100 } })
  }
  expect(findAirtimePayment(Buffer.from('[]'))).toBeNull()
  expect(findAirtimePayment(Buffer.from('null'))).toBeNull()
})

test('the secret of the address', () => {
  expect(knowsSecret('right', 'right')).toBe(true)
  expect(knowsSecret('wrong', 'right')).toBe(false)
  expect(knowsSecret(null, 'right')).toBe(false)
})
