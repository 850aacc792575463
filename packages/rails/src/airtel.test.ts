import { afterAll, expect, test } from 'vitest'
import { createAirtel } from './airtel.ts'
import { isSignedByAirtel, parseAirtelCallback } from './airtel-answers.ts'
import { startAirtelSimulator } from './simulator/airtel.ts'

const simulator = await startAirtelSimulator({ callbackDelayMs: 0, connectionHoldMs: 0 })
afterAll(simulator.close)
const config = {
  baseUrl: simulator.url,
  clientId: 'id',
  clientSecret: 'secret',
  publicKey: simulator.publicKey,
  pin: '1234',
  timeoutMs: 10_000,
}
const airtel = createAirtel(config)
let orders = 0
const order = (suffix = '900') => {
  const n = ++orders
  return {
    originatorConversationId: `po_${n}`,
    amountKes: 1450,
    msisdn: `25473${String(n).padStart(4, '0')}${suffix}`,
  }
}
const paymentsOf = (id: string) => simulator.payments().filter((payment) => payment.id === id)

test('an order is taken once, and its repeat is in doubt', async () => {
  const payment = order()
  expect(await airtel.send(payment)).toMatchObject({ outcome: 'accepted' })
  expect(await airtel.send(payment)).toMatchObject({ outcome: 'unknown', code: 'DP00900001011' })
  expect(paymentsOf(payment.originatorConversationId)).toHaveLength(1)
  expect(await airtel.queryStatus(payment)).toMatchObject({
    outcome: 'answered',
    result: { verdict: 'paid', receipt: paymentsOf(payment.originatorConversationId)[0]?.receipt },
  })
})

test('an order is not written once it may not be', async () => {
  const payment = order()
  expect(await airtel.send(payment, () => false)).toMatchObject({
    outcome: 'not-sent',
    code: 'TOO_LATE',
    retryable: true,
  })
  expect(simulator.orders().find(({ id }) => id === payment.originatorConversationId)).toBeUndefined()
})

test('a token that ended is renewed, and the order sent once', async () => {
  const payment = order()
  simulator.expireToken()
  expect(await airtel.send(payment)).toMatchObject({ outcome: 'accepted' })
  expect(paymentsOf(payment.originatorConversationId)).toHaveLength(1)
})

test('an order is not written after its token was renewed too late', async () => {
  const payment = order()
  simulator.expireToken()
  let asked = 0
  expect(await airtel.send(payment, () => ++asked < 2)).toMatchObject({
    outcome: 'not-sent',
    code: 'TOO_LATE',
  })
  expect(asked).toBe(2)
  expect(paymentsOf(payment.originatorConversationId)).toEqual([])
})

test('a wrong PIN stops the queue, and nothing is ordered', async () => {
  const wrong = createAirtel({ ...config, pin: '9999' })
  expect(await wrong.send(order())).toMatchObject({ outcome: 'not-sent', stopQueue: true })
})

test.each([
  ['904', 'member'],
  ['902', 'operator'],
])('a refusal of %s is told at once: %s', async (suffix, verdict) => {
  expect(await airtel.send(order(suffix))).toMatchObject({ outcome: 'accepted', result: { verdict } })
})

test.each(['910', '914', '926', '927', '928', '929', '931', '932', '933', '934'])(
  'what is paid without a readable answer is in doubt (%s)',
  async (suffix) => {
    const payment = order(suffix)
    expect(await airtel.send(payment)).toMatchObject({ outcome: 'unknown' })
    expect(paymentsOf(payment.originatorConversationId)).toHaveLength(1)
  },
)

test('a server that cannot be reached took nothing', async () => {
  const nowhere = createAirtel({ ...config, baseUrl: 'http://127.0.0.1:9' })
  expect(await nowhere.send(order())).toMatchObject({ outcome: 'not-sent', retryable: true })
})

test('the balance', async () => {
  expect(await airtel.queryBalance()).toEqual({ outcome: 'answered', availableKes: simulator.floatKes() })
})

test('an ambiguous payment is for a person, and an unknown status too', () => {
  for (const status_code of ['TA', 'XX']) {
    const body = Buffer.from(JSON.stringify({ transaction: { id: 'po_1', status_code, message: '' } }))
    expect(parseAirtelCallback(body)).toMatchObject({ ok: true, value: { verdict: 'review' } })
  }
})

test('only the key of the portal signs', () => {
  const body = Buffer.from('{"transaction":{}}')
  expect(isSignedByAirtel(body, null, 'key')).toBe(false)
  expect(isSignedByAirtel(body, '', 'key')).toBe(false)
  expect(isSignedByAirtel(body, 'bm90IGl0', 'key')).toBe(false)
  // Computed with: openssl dgst -sha256 -hmac key -binary | base64
  expect(
    isSignedByAirtel(
      Buffer.from('The quick brown fox jumps over the lazy dog'),
      '97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=',
      'key',
    ),
  ).toBe(true)
})
