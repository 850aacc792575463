import { expect, test } from 'vitest'
import { classifyResultCode, parseB2cResult } from '../results.ts'
import type { BehaviourName } from './behaviours.ts'
import { numberFor, play } from './testing.ts'

test.each<[BehaviourName, object, number]>([
  ['internal-error', { outcome: 'unknown', code: '500.002.1001' }, 1],
  ['reset', { outcome: 'unknown', code: 'ECONNRESET' }, 1],
  ['error-500', { outcome: 'unknown', code: 'HTTP_500' }, 1],
  ['error-503', { outcome: 'unknown', code: 'HTTP_503' }, 1],
  ['error-503-unpaid', { outcome: 'unknown', code: 'HTTP_503' }, 0],
  ['reply-html', { outcome: 'unknown', code: 'HTTP_200' }, 1],
  ['reply-truncated', { outcome: 'unknown', code: 'HTTP_200' }, 1],
  ['reply-empty', { outcome: 'unknown', code: 'HTTP_200' }, 1],
  ['reply-wrong-types', { outcome: 'unknown', code: 'HTTP_200' }, 1],
  ['reply-huge', { outcome: 'accepted' }, 1],
])('%s: the caller learns %j and %i payment is made and reported', async (behaviour, outcome, paidTimes) => {
  const { simulator, pay, results } = await play()
  const payment = { originatorConversationId: 'po_1', msisdn: numberFor(behaviour) }
  await expect(pay(payment)).resolves.toMatchObject(outcome)
  await simulator.idle()
  expect(simulator.ledger().payments).toHaveLength(paidTimes)
  expect(results()).toHaveLength(paidTimes)
})

test.each<[BehaviourName, object]>([
  ['quota', { outcome: 'not-sent', code: '500.003.03', retryable: true }],
  ['duplicate-id', { outcome: 'unknown', code: '500.002.1001' }],
])('%s pays nothing at the first try of an id', async (behaviour, outcome) => {
  const { simulator, pay, ask } = await play()
  const payment = { originatorConversationId: 'po_2', msisdn: numberFor(behaviour) }
  await expect(pay(payment)).resolves.toMatchObject(outcome)
  expect(simulator.ledger().payments).toEqual([])
  expect(await ask('po_2')).toHaveProperty('value.query.resultCode', 'SFC_IC0003')
})

test.each<[BehaviourName, string[]]>([
  ['success-then-failure', ['0', '2040']],
  ['failure-then-success', ['2040', '0']],
  ['callback-huge', ['0']],
  ['extra-keys', ['0']],
])('%s pays once and reports the codes %j in this order', async (behaviour, codes) => {
  const { simulator, payAs, results } = await play()
  await payAs(behaviour)
  expect(simulator.ledger().payments).toHaveLength(1)
  expect(results().map((result) => result.ok && result.value.resultCode)).toEqual(codes)
  const receipt = simulator.ledger().payments[0]?.receipt
  expect(results().at(codes.indexOf('0'))).toMatchObject({ value: { receipt, amountKes: 1450 } })
})

test('unknown keys are posted as keys, even where a literal would set a prototype', async () => {
  const { app, payAs } = await play()
  await payAs('extra-keys')
  expect(app.requests[0]?.text).toContain('"__proto__":{"ResultCode":"0"}')
})

test('the notice of a timeout can follow the result', async () => {
  const { app, payAs } = await play()
  await payAs('result-then-timeout')
  expect(app.requests.map(({ path }) => path)).toEqual(['/hooks/d/r/0f', '/hooks/d/t/0f'])
})

test.each<[BehaviourName, RegExp, string]>([
  ['callback-html', /^<html>/, 'text/html'],
  ['callback-truncated', /^\{"Result".*[^}]$/, 'application/json'],
  ['callback-empty', /^$/, 'application/json'],
  ['callback-wrong-types', /^\{"Result":\{"ResultType":\{"value":0\}/, 'application/json'],
])('%s pays and posts what cannot be read', async (behaviour, text, type) => {
  const { simulator, app, payAs, results } = await play()
  await payAs(behaviour)
  expect(simulator.ledger().payments).toHaveLength(1)
  expect(app.requests).toHaveLength(1)
  expect(app.requests[0]?.text).toMatch(text)
  expect(app.requests[0]?.headers['content-type']).toBe(type)
  expect(results()).toMatchObject([{ ok: false }])
})

test('a result can name the receipt of the payment before', async () => {
  const { simulator, pay, payAs, results } = await play()
  await pay()
  await simulator.idle()
  await payAs('repeated-receipt')
  const [first, second] = simulator.ledger().payments
  expect(second?.receipt).not.toBe(first?.receipt)
  expect(results()).toMatchObject([
    { value: { receipt: first?.receipt } },
    { value: { receipt: first?.receipt } },
  ])
})

test('a result can wait until a status query has been answered', async () => {
  const { app, payAs, ask } = await play()
  await payAs('result-after-status', { originatorConversationId: 'po_3' })
  expect(app.requests).toEqual([])
  await ask('po_3')
  await ask('po_3')
  expect(app.requests.map(({ path }) => path)).toEqual(['/hooks/d/q/0f', '/hooks/d/r/0f', '/hooks/d/q/0f'])
})

const CODES =
  '1 2 3 4 8 11 12 15 17 18 20 21 22 24 25 26 29 2001 2006 2028 2040 8006 SFC_IC0003 R000002 77777'

test.each(CODES.split(' '))('the result code %s can be asked for', async (code) => {
  const { simulator, app, pay, control } = await play()
  await control('next', { behaviour: `code:${code}` })
  await expect(pay()).resolves.toMatchObject({ outcome: 'accepted' })
  await simulator.idle()
  const [posted] = app.requests
  expect(parseB2cResult(posted?.body)).toMatchObject({ value: { resultCode: code } })
  expect(posted?.body).toHaveProperty('Result.ResultCode', /^\d+$/.test(code) ? Number(code) : code)
  expect(simulator.ledger().payments).toEqual([])
  expect(classifyResultCode(code).class).not.toBe('paid')
})

test('code:0 is paid', async () => {
  const { simulator, pay } = await play()
  simulator.next('code:0')
  await pay({ msisdn: numberFor('receiver-unregistered') })
  expect(simulator.ledger().payments).toHaveLength(1)
})

test('wrong credentials three times in a row lock the initiator until somebody unlocks it', async () => {
  const { simulator, pay, results, ask, control } = await play()
  await control('initiator', { state: 'invalid' })
  for (const _payment of [1, 2, 3, 4]) {
    await pay()
    await simulator.idle()
  }
  const codes = () => results().map((result) => result.ok && result.value.resultCode)
  expect(codes()).toEqual(['2001', '2001', '2001', '8006'])
  expect(await ask('po_1')).toMatchObject({ value: { query: { resultCode: '8006' } } })
  await expect(control('initiator')).resolves.toMatchObject({ body: { state: 'locked' } })
  await control('initiator', { state: 'valid' })
  await pay()
  await simulator.idle()
  expect(codes().at(-1)).toBe('0')
  expect(simulator.ledger().payments).toHaveLength(1)
})

test('a payment between two with wrong credentials starts the count again', async () => {
  const { simulator, pay, results } = await play({ initiatorLockAfter: 2 })
  for (const behaviour of ['initiator-invalid', 'ok', 'code:2001', 'initiator-invalid', 'ok'] as const) {
    simulator.next(behaviour)
    await pay()
    await simulator.idle()
  }
  expect(results().map((result) => result.ok && result.value.resultCode)).toEqual([
    '2001',
    '0',
    '2001',
    '2001',
    '8006',
  ])
})
