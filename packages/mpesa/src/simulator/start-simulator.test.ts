import { expect, test } from 'vitest'
import { classifyResultCode } from '../results.ts'
import { startRecorder } from '../testing.ts'
import { numberFor, play } from './testing.ts'

test('a payment moves money, is acknowledged and reported', async () => {
  const { simulator, pay, results } = await play({ utilityKes: 10_000 })
  const outcome = await pay({ originatorConversationId: 'po_A' })
  await simulator.idle()
  const { utilityKes, payments } = simulator.ledger()
  expect(utilityKes).toBe(8_550)
  expect(payments).toEqual([
    {
      originatorConversationId: 'po_A',
      conversationId: expect.stringMatching(/^AG_\d{8}_[0-9a-f]{20}$/),
      receipt: expect.stringMatching(/^[A-Z0-9]{10}$/),
      msisdn: '254712345678',
      amountKes: 1450,
      completedAt: expect.any(String),
    },
  ])
  const paid = payments[0]
  expect(outcome).toEqual({
    outcome: 'accepted',
    conversationId: paid?.conversationId,
    originatorConversationId: 'po_A',
  })
  expect(results()).toEqual([
    expect.objectContaining({
      value: expect.objectContaining({
        resultCode: '0',
        originatorConversationId: 'po_A',
        conversationId: paid?.conversationId,
        receipt: paid?.receipt,
        amountKes: 1450,
        msisdn: '254712345678',
        completedAt: new Date(`${paid?.completedAt.slice(0, 19)}Z`),
      }),
    }),
  ])
})

test('the same id pays once, however often it is sent', async () => {
  const { simulator, pay } = await play()
  const id = { originatorConversationId: 'po_B' }
  const outcomes = await Promise.all([pay(id), pay(id), pay(id)])
  expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1)
  await expect(pay(id)).resolves.toMatchObject({ outcome: 'unknown', code: '500.002.1001' })
  expect(simulator.ledger().payments).toHaveLength(1)
})

test.each([
  [9, '2'],
  [250_001, '3'],
  [1_000, '1'],
])('KES %i breaks a rule of M-Pesa or of the float: code %s', async (amountKes, resultCode) => {
  const { simulator, pay, results } = await play({ utilityKes: 999 })
  await pay({ amountKes })
  await simulator.idle()
  expect(results()).toMatchObject([{ value: { resultCode } }])
  expect(simulator.ledger().payments).toEqual([])
})

test('a result may lie about the amount or the receiver; the ledger does not', async () => {
  const { simulator, payAs, results } = await play()
  await payAs('amount-mismatch')
  await payAs('wrong-msisdn')
  expect(results()).toMatchObject([{ value: { amountKes: 1451 } }, { value: { msisdn: '254700000000' } }])
  expect(simulator.ledger().payments).toMatchObject([
    { amountKes: 1450, msisdn: numberFor('amount-mismatch') },
    { amountKes: 1450, msisdn: numberFor('wrong-msisdn') },
  ])
})

test('odd but legal shapes of a result can be asked for', async () => {
  const { app, payAs } = await play()
  await payAs('string-result-code')
  await payAs('single-parameter')
  expect(app.requests[0]?.body).toHaveProperty('Result.ResultCode', '0')
  expect(app.requests[1]?.body).toHaveProperty(
    'Result.ResultParameters.ResultParameter.Key',
    'TransactionReceipt',
  )
})

test('queued behaviours go before the number’s own, one payment each', async () => {
  const { simulator, payAs, results } = await play()
  simulator.next('unknown-code')
  await payAs('receiver-unregistered')
  await payAs('receiver-unregistered')
  expect(results()).toMatchObject([{ value: { resultCode: '9876' } }, { value: { resultCode: '2040' } }])
  expect(classifyResultCode('9876').class).toBe('review')
})

test('callbacks to nobody are written down', async () => {
  const { simulator, pay } = await play()
  await pay({ resultUrl: 'http://127.0.0.1:1/nobody' })
  await simulator.idle()
  expect(simulator.deliveries()).toEqual([
    { url: 'http://127.0.0.1:1/nobody', error: expect.stringMatching(/bad port|ECONNREFUSED/) },
  ])
})

test('a refused callback is delivered again only if that is asked for', async () => {
  const app = await startRecorder((response) => response.writeHead(500).end())
  const once = await play()
  await once.pay({ resultUrl: `${app.url}/r` })
  await once.simulator.idle()
  expect(once.simulator.deliveries()).toEqual([{ url: `${app.url}/r`, status: 500 }])
  const thrice = await play({ callbackAttempts: 3 })
  await thrice.pay({ resultUrl: `${app.url}/r` })
  await thrice.simulator.idle()
  expect(thrice.simulator.deliveries()).toHaveLength(3)
  expect(app.requests).toHaveLength(4)
  await thrice.pay()
  await thrice.simulator.idle()
  expect(thrice.results()).toHaveLength(1)
})
