import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aPush, connectTo, stkConfig } from '../testing.ts'
import type { SimulatorOptions } from './start-simulator.ts'
import { type StkBehaviourName, stkBehaviours } from './stk-behaviours.ts'
import { play } from './testing.ts'

const payerFor = (behaviour: StkBehaviourName) => `254712345${stkBehaviours[behaviour].suffix}`

async function playPush(behaviour: StkBehaviourName, options: SimulatorOptions = {}) {
  const world = await play(options)
  const outcome = await world.push({ msisdn: payerFor(behaviour) })
  const checkoutRequestId = world.simulator.stkOrders()[0]?.checkoutRequestId ?? ''
  const ask = () => world.daraja.queryStk({ checkoutRequestId })
  const codes = () => world.pushed().map((callback) => callback.ok && callback.value.resultCode)
  return { ...world, outcome, checkoutRequestId, ask, codes }
}

test('a push moves money from the member to the working account, and is reported', async () => {
  const { simulator, outcome, checkoutRequestId, ask, pushed } = await playPush('ok')
  expect(outcome).toEqual({
    outcome: 'accepted',
    checkoutRequestId: expect.stringMatching(/^ws_CO_/),
    merchantRequestId: expect.any(String),
  })
  await simulator.idle()
  const [order] = simulator.stkOrders()
  expect(pushed()).toEqual([
    {
      ok: true,
      value: {
        resultCode: '0',
        resultDesc: expect.any(String),
        merchantRequestId: order?.merchantRequestId,
        checkoutRequestId,
        amountKes: 1000,
        receipt: order?.receipt,
        msisdn: payerFor('ok'),
        completedAt: expect.any(Date),
      },
    },
  ])
  await expect(ask()).resolves.toEqual({ outcome: 'paid' })
  expect(simulator.books()).toMatchObject({
    utilityKes: 1_000_000,
    workingKes: 1_000,
    wallets: { [payerFor('ok')]: 49_000 },
  })
})

test.each<[StkBehaviourName, string]>([
  ['insufficient', '1'],
  ['same-amount', '17'],
  ['subscriber-busy', '1001'],
  ['expired', '1019'],
  ['prompt-failed', '1025'],
  ['cancelled', '1032'],
  ['unreachable', '1037'],
  ['wrong-pin', '2001'],
])('%s takes no money and says %s, in the callback and to a query', async (behaviour, code) => {
  const { simulator, ask, app, codes } = await playPush(behaviour)
  await simulator.idle()
  expect(codes()).toEqual([code])
  expect(app.requests[0]?.body).not.toHaveProperty('Body.stkCallback.CallbackMetadata')
  expect(app.requests[0]?.body).toHaveProperty('Body.stkCallback.ResultCode', Number(code))
  await expect(ask()).resolves.toMatchObject({ outcome: 'failed', code })
  expect(simulator.books().workingKes).toBe(0)
})

test('a code nobody listed is pending to a query', async () => {
  const { ask } = await playPush('unknown-code')
  await expect(ask()).resolves.toMatchObject({ outcome: 'pending', code: '9876' })
})

test.each<[StkBehaviourName, string]>([
  ['pending', '500.001.1001'],
  ['still-processing', '4999'],
])('%s is undecided for two queries; then the callback comes', async (behaviour, code) => {
  const { simulator, ask, codes } = await playPush(behaviour)
  await expect(ask()).resolves.toMatchObject({ outcome: 'pending', code })
  await simulator.idle()
  expect(codes()).toEqual([])
  await expect(ask()).resolves.toMatchObject({ outcome: 'pending', code })
  await simulator.idle()
  expect(codes()).toEqual(['0'])
  await expect(ask()).resolves.toEqual({ outcome: 'paid' })
})

test('a push can be undecided for as many queries as a test likes, or end with any code', async () => {
  const { simulator, daraja, push, pushed, control } = await play()
  await control('next-stk', { behaviour: 'pending:1' })
  await control('next-stk', { behaviour: 'pending:0' })
  await control('next-stk', { behaviour: 'code:8006' })
  for (const _push of [1, 2, 3]) await push({ msisdn: payerFor('cancelled') })
  await simulator.idle()
  const ids = simulator.stkOrders().map(({ checkoutRequestId }) => checkoutRequestId)
  const asked = await Promise.all(ids.map((checkoutRequestId) => daraja.queryStk({ checkoutRequestId })))
  expect(asked).toMatchObject([{ outcome: 'pending' }, { outcome: 'paid' }, { code: '8006' }])
  await simulator.idle()
  expect(pushed()).toHaveLength(3)
})

test('a payment can succeed after it was said to be expired', async () => {
  const { simulator, ask, codes } = await playPush('late-success')
  await expect(ask()).resolves.toMatchObject({ outcome: 'failed', code: '1019' })
  await ask()
  await simulator.idle()
  expect(codes().sort()).toEqual(['0', '1019'])
  await expect(ask()).resolves.toEqual({ outcome: 'paid' })
  expect(simulator.books().workingKes).toBe(1_000)
})

test.each<[StkBehaviourName, string[], number]>([
  ['no-callback', [], 1_000],
  ['callback-twice', ['0', '0'], 1_000],
  ['callback-first', ['0'], 1_000],
  ['slow', ['0'], 1_000],
  ['failure-then-success', ['1032', '0'], 1_000],
  ['success-then-failure', ['0', '1032'], 1_000],
  ['string-result-code', ['0'], 1_000],
  ['silent', [], 0],
])('%s: callbacks %j, KES %i taken', async (behaviour, expected, workingKes) => {
  const { simulator, ask, codes } = await playPush(behaviour)
  await simulator.idle()
  expect(codes()).toEqual(expected)
  expect(simulator.books().workingKes).toBe(workingKes)
  await expect(ask()).resolves.toMatchObject({ outcome: workingKes === 0 ? 'pending' : 'paid' })
})

test('a callback may lie about the amount, or be no callback at all', async () => {
  const wrong = await playPush('wrong-amount')
  await wrong.simulator.idle()
  expect(wrong.pushed()).toMatchObject([{ value: { amountKes: 999 } }])
  expect(wrong.simulator.books().workingKes).toBe(1_000)
  const html = await playPush('callback-html')
  await html.simulator.idle()
  expect(html.pushed()).toMatchObject([{ ok: false }])
})

test.each<[StkBehaviourName, object, number]>([
  ['timeout-paid', { outcome: 'unknown' }, 1],
  ['reset', { outcome: 'unknown', code: 'ECONNRESET' }, 1],
  ['html-502', { outcome: 'unknown', code: 'HTTP_502' }, 1],
  ['reply-truncated', { outcome: 'unknown', code: 'HTTP_200' }, 1],
  ['lock-refused', { outcome: 'not-sent', code: '500.001.1001', retryable: true }, 0],
  ['merchant-unknown', { outcome: 'not-sent', code: '500.001.1001', stopQueue: true }, 0],
  ['spike-arrest', { outcome: 'not-sent', code: '500.003.02', retryable: true }, 0],
  ['quota', { outcome: 'not-sent', code: '500.003.03', retryable: true }, 0],
])('%s: the caller learns %j and %i callback comes', async (behaviour, expected, times) => {
  const { simulator, outcome, codes } = await playPush(behaviour, { connectionHoldMs: 20 })
  expect(outcome).toMatchObject(expected)
  await simulator.idle()
  expect(codes()).toHaveLength(times)
  expect(simulator.stkOrders()).toHaveLength(times)
})

test('a member cannot pay more than the wallet holds', async () => {
  const { simulator, push, pushed, control } = await play()
  await push({ amountKes: 50_001 })
  await simulator.idle()
  await control('wallet', { msisdn: '254712345678', kes: 1 })
  await push({ amountKes: 50_001 })
  await simulator.idle()
  expect(pushed()).toMatchObject([{ value: { resultCode: '1' } }, { value: { resultCode: '0' } }])
  expect(simulator.books().wallets).toEqual({ '254712345678': 0 })
})

test('the passkey has to be right where one is set up', async () => {
  const { simulator, push, app } = await play({ passkey: stkConfig.passkey })
  await expect(push()).resolves.toMatchObject({ outcome: 'accepted' })
  const stranger = connectTo(simulator.url, { stk: { ...stkConfig, passkey: 'wrong' } })
  await expect(stranger.pushStk(aPush(app.url))).resolves.toMatchObject({
    outcome: 'not-sent',
    reason: 'Wrong credentials',
  })
  await expect(stranger.queryStk({ checkoutRequestId: 'x' })).resolves.toMatchObject({
    reason: 'Wrong credentials',
  })
})

test('a push nobody made is not found', async () => {
  const { daraja } = await play()
  await expect(daraja.queryStk({ checkoutRequestId: 'ws_CO_0' })).resolves.toMatchObject({
    outcome: 'pending',
    code: '400.002.02',
  })
})

test('every push behaviour has digits of its own, and the README lists it as it is', () => {
  const suffixes = Object.values(stkBehaviours).map(({ suffix }) => suffix)
  expect(new Set(suffixes).size).toBe(suffixes.length)
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = Object.entries(stkBehaviours).map(
    ([name, { suffix, description }]) => `| ${suffix} | \`${name}\` | ${description} |`,
  )
  expect(readme.match(/^\| 8\d\d \|.*$/gm)).toEqual(rows)
})
