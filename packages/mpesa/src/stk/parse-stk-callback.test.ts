import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStkCallback } from './parse-stk-callback.ts'
import { classifyStkResult } from './stk-result-codes.ts'

const ids = { MerchantRequestID: '2654-4b64', CheckoutRequestID: 'ws_CO_1' }
const items = [
  { Name: 'Amount', Value: 1000.0 },
  { Name: 'MpesaReceiptNumber', Value: 'UKK7RT61SV' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20261120221531 },
  { Name: 'PhoneNumber', Value: 254712345678 },
]
const paid = {
  ...ids,
  ResultCode: 0,
  ResultDesc: 'The service request is processed successfully.',
  CallbackMetadata: { Item: items },
}
const parse = (changes: object) => parseStkCallback({ Body: { stkCallback: { ...paid, ...changes } } })
const withItems = (Item: unknown) => parse({ CallbackMetadata: { Item } })

test('a payment gives its money, its receipt, its payer and its time', () => {
  expect(parse({})).toEqual({
    ok: true,
    value: {
      resultCode: '0',
      resultDesc: 'The service request is processed successfully.',
      merchantRequestId: '2654-4b64',
      checkoutRequestId: 'ws_CO_1',
      amountKes: 1000,
      receipt: 'UKK7RT61SV',
      msisdn: '254712345678',
      completedAt: new Date('2026-11-20T19:15:31Z'),
    },
  })
})

test('a failure comes without metadata', () => {
  const failure = { ResultCode: 1032, ResultDesc: 'Request cancelled by user', CallbackMetadata: undefined }
  expect(parse(failure)).toEqual({
    ok: true,
    value: {
      resultCode: '1032',
      resultDesc: 'Request cancelled by user',
      merchantRequestId: '2654-4b64',
      checkoutRequestId: 'ws_CO_1',
    },
  })
})

test.each([
  [0, '0', 'paid'],
  ['0', '0', 'paid'],
  [' 1032 ', '1032', 'failed'],
  [4999, '4999', 'pending'],
])('the result code %j becomes the text %s, which means %s', (ResultCode, resultCode, verdict) => {
  const parsed = parse({ ResultCode })
  expect(parsed).toMatchObject({ value: { resultCode } })
  expect(classifyStkResult(resultCode).verdict).toBe(verdict)
})

test('items are found by name, wherever they stand', () => {
  expect(withItems([...items].reverse())).toEqual(parse({}))
  expect(withItems([null, 'x', { Name: 7 }, { Value: 1 }, ...items])).toEqual(parse({}))
})

test('one item may come without a list around it', () => {
  const result = withItems({ Name: 'MpesaReceiptNumber', Value: 'UKK7RT61SV' })
  expect(result).toHaveProperty('value.receipt', 'UKK7RT61SV')
  expect(result).not.toHaveProperty('value.amountKes')
})

test.each([
  ['Amount', 'amountKes', [-1000, 'NaN', '1e3', '1,000', true, null, 12345678901]],
  ['MpesaReceiptNumber', 'receipt', ['', null, {}, []]],
  ['PhoneNumber', 'msisdn', ['25470****149', '+254712345678', 254, null]],
  ['TransactionDate', 'completedAt', ['20261340000000', 2026, 'today', null]],
])('an %s that makes no sense is left out', (Name, key, values) => {
  for (const Value of values) {
    const others = items.filter((item) => item.Name !== Name)
    const result = withItems([{ Name, Value }, ...others])
    expect(result).toHaveProperty('ok', true)
    expect(result).not.toHaveProperty(`value.${key}`)
  }
})

test.each([
  ['nothing', undefined],
  ['text', '{"Body":{}}'],
  ['another spelling', { Body: { StkCallback: paid } }],
  ['no envelope', paid],
  ['the envelope of payouts', { Result: { ...paid, ConversationID: 'x' } }],
  ['no code', { Body: { stkCallback: { ...paid, ResultCode: undefined } } }],
  ['no id', { Body: { stkCallback: { ...paid, CheckoutRequestID: '' } } }],
])('%s is no callback', (_name, body) => {
  expect(parseStkCallback(body)).toEqual({ ok: false, reason: expect.any(String) })
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(parseStkCallback(json)).toHaveProperty('ok', false)
      expect(parseStkCallback({ Body: { stkCallback: json } })).toHaveProperty('ok', false)
    }),
  )
})

test('no JSON in any place of a real callback makes it throw or hides the other items', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(paid)), fc.jsonValue(), (key, json) => {
      expect(parse({ [key]: json })).toHaveProperty('ok')
      expect(withItems([...items, json])).toHaveProperty('value.receipt', 'UKK7RT61SV')
      expect(withItems(items.map((item) => ({ ...item, Value: json })))).toHaveProperty('ok', true)
    }),
  )
})

test('whatever text a code is, it has one of three meanings', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (code, text) => {
      const { verdict } = classifyStkResult(code, text)
      expect(['paid', 'failed', 'pending']).toContain(verdict)
      if (code !== '0') expect(verdict).not.toBe('paid')
    }),
  )
})
