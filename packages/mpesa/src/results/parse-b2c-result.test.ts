import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseB2cResult } from './parse-b2c-result.ts'

const parameters = [
  { Key: 'TransactionAmount', Value: 1450 },
  { Key: 'TransactionReceipt', Value: 'UKK4XYZ12A' },
  { Key: 'ReceiverPartyPublicName', Value: '254712345678 - JANE WANJIKU DOE' },
  { Key: 'TransactionCompletedDateTime', Value: '20.11.2026 22:48:52' },
  { Key: 'B2CUtilityAccountAvailableFunds', Value: 895926.6 },
]
const ids = { ConversationID: 'AG_1', OriginatorConversationID: 'po_1', TransactionID: 'UKK4XYZ12A' }
const paid = {
  ResultType: 0,
  ResultCode: 0,
  ResultDesc: 'The service request is processed successfully.',
  ...ids,
  ResultParameters: { ResultParameter: parameters },
  ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example' } },
}
const parse = (changes: object) => parseB2cResult({ Result: { ...paid, ...changes } })
const withParameters = (ResultParameter: unknown) => parse({ ResultParameters: { ResultParameter } })

test('a paid result gives its money, its receiver and its time', () => {
  expect(parse({})).toEqual({
    ok: true,
    value: {
      resultCode: '0',
      resultDesc: 'The service request is processed successfully.',
      conversationId: 'AG_1',
      originatorConversationId: 'po_1',
      transactionId: 'UKK4XYZ12A',
      receipt: 'UKK4XYZ12A',
      amountKes: 1450,
      msisdn: '254712345678',
      receiverName: 'JANE WANJIKU DOE',
      completedAt: new Date('2026-11-20T19:48:52Z'),
    },
  })
})

test('the transaction id of a failed payment is no receipt', () => {
  expect(parse({ ResultCode: 2001, ResultDesc: 'Invalid.', ResultParameters: undefined })).toEqual({
    ok: true,
    value: {
      resultCode: '2001',
      resultDesc: 'Invalid.',
      conversationId: 'AG_1',
      originatorConversationId: 'po_1',
      transactionId: 'UKK4XYZ12A',
    },
  })
})

test.each([
  [0, '0'],
  ['0', '0'],
  [' 2040 ', '2040'],
  ['SFC_IC0003', 'SFC_IC0003'],
])('the result code %j becomes the text %s', (ResultCode, resultCode) => {
  expect(parse({ ResultCode })).toMatchObject({ ok: true, value: { resultCode } })
})

test('a single parameter may come without a list around it', () => {
  const result = withParameters({ Key: 'TransactionReceipt', Value: 'UKK4XYZ12A' })
  expect(result).toMatchObject({ ok: true, value: { receipt: 'UKK4XYZ12A' } })
  expect(result).not.toHaveProperty('value.amountKes')
})

test('parameters without a value or a key do not hide the others', () => {
  const result = withParameters([
    { Key: 'TransactionAmount' },
    null,
    'odd',
    { Value: 7 },
    { Key: 'ReceiverPartyPublicName', Value: { deep: true } },
    { Key: 'TransactionReceipt', Value: 'UKK4XYZ12A', Extra: 1 },
  ])
  expect(result).toMatchObject({ ok: true, value: { receipt: 'UKK4XYZ12A' } })
  expect(result).not.toHaveProperty('value.amountKes')
  expect(result).not.toHaveProperty('value.msisdn')
})

test.each([
  ['1450', 1450],
  ['1450.00', 1450],
  [1450.5, 1450.5],
  ['1,450', undefined],
  ['', undefined],
  ['KES 1450', undefined],
  [null, undefined],
])('the amount %j is read as %s', (Value, amountKes) => {
  const result = withParameters([{ Key: 'TransactionAmount', Value }])
  expect(result.ok && result.value.amountKes).toBe(amountKes)
})

test('a compact time, even as a number, is read like the dotted one', () => {
  const result = withParameters([{ Key: 'TransactionCompletedDateTime', Value: 20261120224852 }])
  expect(result).toMatchObject({ value: { completedAt: new Date('2026-11-20T19:48:52Z') } })
})

test('a masked number gives a name and confirms no number', () => {
  const result = withParameters([{ Key: 'ReceiverPartyPublicName', Value: '2547*****678 - JANE DOE-KAMAU' }])
  expect(result).toMatchObject({ value: { receiverName: 'JANE DOE-KAMAU' } })
  expect(result).not.toHaveProperty('value.msisdn')
})

test('unknown keys are ignored at every level', () => {
  const result = parseB2cResult({ Result: { ...paid, Extra: { a: 1 } }, Other: [] })
  expect(result).toEqual(parse({}))
})

test.each([
  ['nothing', undefined],
  ['text', '{"Result":{}}'],
  ['an empty object', {}],
  ['a result without a code', { Result: { ...paid, ResultCode: undefined } }],
  ['an empty code', { Result: { ...paid, ResultCode: '' } }],
  ['a code that is true', { Result: { ...paid, ResultCode: true } }],
  ['a result without our id', { Result: { ...paid, OriginatorConversationID: undefined } }],
  ['a list', [{ Result: paid }]],
])('%s is no result', (_name, body) => {
  expect(parseB2cResult(body)).toEqual({ ok: false, reason: expect.any(String) })
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(parseB2cResult(json)).toHaveProperty('ok', false)
    }),
  )
})

test('no JSON in any place of a real result makes it throw', () => {
  const place = fc.constantFrom(...Object.keys(paid))
  fc.assert(
    fc.property(place, fc.jsonValue(), (key, json) => {
      expect(parse({ [key]: json })).toHaveProperty('ok')
      expect(withParameters([...parameters, json])).toHaveProperty('value.receipt', 'UKK4XYZ12A')
    }),
  )
})
