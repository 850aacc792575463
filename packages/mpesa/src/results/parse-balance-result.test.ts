import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectTo, startGateway } from '../testing.ts'
import { parseBalanceResult } from './parse-balance-result.ts'

const accounts =
  'Working Account|KES|700000.00|700000.00|0.00|0.00&Float Account|KES|0.00|0.00|0.00|0.00&' +
  'Utility Account|KES|228037.45|228037.45|0.00|0.00&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00&' +
  'Organization Settlement Account|KES|0.00|0.00|0.00|0.00'
const time = { Key: 'BOCompletedTime', Value: 20261120224852 }
const result = {
  ResultType: 0,
  ResultCode: 0,
  ResultDesc: 'The service request is processed successfully.',
  OriginatorConversationID: '16917-22577599-3',
  ConversationID: 'AG_1',
  TransactionID: 'UKK0000000',
  ResultParameters: { ResultParameter: [{ Key: 'AccountBalance', Value: accounts }, time] },
}
const parse = (changes: object) => parseBalanceResult({ Result: { ...result, ...changes } })
const holding = (text: unknown) =>
  parse({ ResultParameters: { ResultParameter: [{ Key: 'AccountBalance', Value: text }, time] } })

test('the balance query is spelt like a status query, not like a payment', async () => {
  const gateway = await startGateway((response) =>
    response.end('{"ResponseCode":"0","ConversationID":"AG_1","OriginatorConversationID":"1"}'),
  )
  const query = {
    remarks: 'Before payouts',
    resultUrl: 'https://chuma.example/r',
    timeoutUrl: 'https://chuma.example/t',
  }
  const daraja = connectTo(gateway.url)
  await expect(daraja.queryBalance(query)).resolves.toMatchObject({ outcome: 'accepted' })
  expect(gateway.requests.at(-1)).toMatchObject({
    path: '/mpesa/accountbalance/v1/query',
    body: {
      Initiator: 'testapi',
      SecurityCredential: 'Y3JlZGVudGlhbA==',
      CommandID: 'AccountBalance',
      PartyA: '600992',
      IdentifierType: '4',
      Remarks: 'Before payouts',
      QueueTimeOutURL: 'https://chuma.example/t',
      ResultURL: 'https://chuma.example/r',
    },
  })
  expect(Object.keys(gateway.requests.at(-1)?.body as object)).toHaveLength(8)
  await expect(daraja.queryBalance({ ...query, remarks: 'x' })).resolves.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('the balances of the three accounts are read, with cents and below zero', () => {
  expect(parse({})).toEqual({
    ok: true,
    value: {
      utilityKes: 228037.45,
      workingKes: 700000,
      chargesKes: -1540,
      completedAt: new Date('2026-11-20T19:48:52Z'),
    },
  })
})

test('accounts are found by name, wherever they stand', () => {
  expect(holding(accounts.split('&').reverse().join(' & '))).toEqual(parse({}))
})

test.each([
  ['without the utility account', accounts.replace('Utility', 'Futility')],
  ['without the working account', accounts.replace('Working', 'Resting')],
  ['without the charges', accounts.replace('Charges Paid', 'Charges')],
  ['in another currency', accounts.replace('Utility Account|KES', 'Utility Account|USD')],
  ['without an amount', accounts.replace('228037.45|228037.45', '|')],
  ['with an amount in words', accounts.replace('228037.45', 'much')],
  ['with an endless amount', accounts.replace('228037.45', '9'.repeat(400))],
  ['with one account twice', `${accounts}&Utility Account|KES|1.00|1.00|0.00|0.00`],
  ['cut off', accounts.slice(0, 60)],
  ['that is empty', ''],
  ['that is a list', [accounts]],
])('a balance %s is none', (_name, text) => {
  expect(holding(text)).toEqual({ ok: false, reason: expect.stringMatching(/^No balance of the/) })
})

test('a query that failed gives its code, whatever else it says', () => {
  expect(parse({ ResultCode: 2001, ResultDesc: 'The initiator information is invalid.' })).toEqual({
    ok: false,
    reason: 'The query ended with code 2001: The initiator information is invalid.',
  })
})

test('a balance without its time is of no use', () => {
  const parameters = { ResultParameter: { Key: 'AccountBalance', Value: accounts } }
  expect(parse({ ResultParameters: parameters })).toEqual({ ok: false, reason: 'No time' })
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(result)), fc.jsonValue(), (key, json) => {
      expect(parseBalanceResult(json)).toHaveProperty('ok', false)
      expect(parse({ [key]: json })).toHaveProperty('ok')
      expect(holding(json)).toHaveProperty('ok', false)
    }),
  )
})

test('no text between bars and ampersands makes it throw or becomes an endless number', () => {
  const part = fc.oneof(fc.constantFrom('Utility Account', 'KES', '1.00', '&', '|', '-'), fc.string())
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const read = holding(`${accounts}&${parts.join('|')}`)
      if (read.ok) expect(Number.isFinite(read.value.utilityKes)).toBe(true)
    }),
  )
})
