import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { classifyResultCode, parseB2cResult } from '../results.ts'
import { type BehaviourName, behaviourOfMsisdn, behaviours } from './behaviours.ts'
import { numberFor, play } from './testing.ts'

test('every behaviour has digits of its own', () => {
  const suffixes = Object.values(behaviours).map(({ suffix }) => suffix)
  expect(new Set(suffixes).size).toBe(suffixes.length)
  for (const [name, { suffix }] of Object.entries(behaviours)) {
    expect(behaviourOfMsisdn(`254712345${suffix}`)).toBe(name)
  }
})

test('ordinary numbers are paid', () => {
  expect(behaviourOfMsisdn('254712345678')).toBe('ok')
  expect(behaviourOfMsisdn('254700000001')).toBe('ok')
})

test('the README lists every behaviour as it is', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = Object.entries(behaviours).map(
    ([name, { suffix, description }]) => `| ${suffix} | \`${name}\` | ${description} |`,
  )
  expect(readme.match(/^\| 9\d\d \|.*$/gm)).toEqual(rows)
})

const accepted = { outcome: 'accepted' }
const unknown = (code?: string) => ({ outcome: 'unknown', ...(code && { code }) })
const refused = (code: string) => ({ outcome: 'not-sent', code, retryable: true })

/** What the caller learns, how often money moves, and the codes of the results; null is one that nobody can read. */
const EFFECTS: [BehaviourName, outcome: object, payments: number, results: (string | null)[]][] = [
  ['ok', accepted, 1, ['0']],
  ['slow', accepted, 1, ['0']],
  ['callback-first', accepted, 1, ['0']],
  ['invalid-token-once', accepted, 1, ['0']],
  ['extra-keys', accepted, 1, ['0']],
  ['callback-huge', accepted, 1, ['0']],
  ['reply-huge', accepted, 1, ['0']],
  ['callback-twice', accepted, 1, ['0', '0']],
  ['success-then-failure', accepted, 1, ['0', '2040']],
  ['failure-then-success', accepted, 1, ['2040', '0']],
  ['queue-timeout-then-success', accepted, 1, ['0']],
  ['result-then-timeout', accepted, 1, ['0']],
  ['queue-timeout-only', accepted, 1, []],
  ['no-callback', accepted, 1, []],
  ['status-not-found', accepted, 1, []],
  ['callback-html', accepted, 1, [null]],
  ['callback-truncated', accepted, 1, [null]],
  ['callback-empty', accepted, 1, [null]],
  ['callback-wrong-types', accepted, 1, [null]],
  ['insufficient-float', accepted, 0, ['1']],
  ['initiator-invalid', accepted, 0, ['2001']],
  ['receiver-unregistered', accepted, 0, ['2040']],
  ['phone-unknown', accepted, 0, ['SFC_IC0003']],
  ['unknown-code', accepted, 0, ['9876']],
  ['timeout-paid', unknown(), 1, ['0']],
  ['timeout-unpaid', unknown(), 0, []],
  ['html-502', unknown('HTTP_502'), 1, ['0']],
  ['internal-error', unknown('500.002.1001'), 1, ['0']],
  ['reset', unknown('ECONNRESET'), 1, ['0']],
  ['error-500', unknown('HTTP_500'), 1, ['0']],
  ['error-503', unknown('HTTP_503'), 1, ['0']],
  ['error-503-unpaid', unknown('HTTP_503'), 0, []],
  ['reply-html', unknown('HTTP_200'), 1, ['0']],
  ['reply-truncated', unknown('HTTP_200'), 1, ['0']],
  ['reply-empty', unknown('HTTP_200'), 1, ['0']],
  ['reply-wrong-types', unknown('HTTP_200'), 1, ['0']],
  ['duplicate-id', unknown('500.002.1001'), 0, []],
  ['quota', refused('500.003.03'), 0, []],
  ['spike-arrest', refused('500.003.02'), 0, []],
]

test.each(EFFECTS)(
  '%s: the caller learns %j, %i payment is made, and the results have the codes %j',
  async (behaviour, outcome, payments, codes) => {
    const { simulator, payAs, results, timeouts } = await play({ connectionHoldMs: 20 })
    expect(await payAs(behaviour)).toMatchObject(outcome)
    expect(simulator.ledger().payments).toHaveLength(payments)
    expect(results().map((result) => (result.ok ? result.value.resultCode : null))).toEqual(codes)
    expect(timeouts()).toHaveLength(/queue-timeout|then-timeout/.test(behaviour) ? 1 : 0)
    const moved = payments === 1 ? simulator.ledger().payments[0]?.receipt : undefined
    for (const result of results()) {
      if (result.ok && result.value.resultCode !== '0') expect(result).not.toHaveProperty('value.receipt')
      else if (result.ok) expect(result).toMatchObject({ value: { receipt: moved, amountKes: 1450 } })
    }
  },
)

test.each(['spike-arrest', 'quota', 'duplicate-id'] as const)(
  '%s refuses the first try of an id and pays the second',
  async (behaviour) => {
    const { simulator, pay } = await play()
    const payment = { originatorConversationId: 'po_C', msisdn: numberFor(behaviour) }
    await pay(payment)
    await expect(pay(payment)).resolves.toMatchObject(accepted)
    expect(simulator.ledger().payments).toHaveLength(1)
  },
)

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
