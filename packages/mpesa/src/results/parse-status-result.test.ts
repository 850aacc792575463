import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStatusResult } from './parse-status-result.ts'

const parameters = [
  { Key: 'DebitPartyName', Value: '600992 - Example Ltd' },
  { Key: 'CreditPartyName', Value: '254712345678 - Jane Doe' },
  { Key: 'OriginatorConversationID', Value: 'po_1' },
  { Key: 'InitiatedTime', Value: '20261120224850' },
  { Key: 'TransactionReason' },
  { Key: 'TransactionStatus', Value: 'Completed' },
  { Key: 'FinalisedTime', Value: 20261120224852 },
  { Key: 'Amount', Value: '1450' },
  { Key: 'ConversationID', Value: 'AG_payment' },
  { Key: 'ReceiptNo', Value: 'UKK4XYZ12A' },
]
const answer = {
  ResultType: 0,
  ResultCode: 0,
  ResultDesc: 'The service request is processed successfully.',
  OriginatorConversationID: 'query-1',
  ConversationID: 'AG_query',
  TransactionID: 'UKK0000000',
  ResultParameters: { ResultParameter: parameters },
  ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
}
const withParameters = (ResultParameter: unknown) =>
  parseStatusResult({ Result: { ...answer, ResultParameters: { ResultParameter } } })

test('the ids of the query and of the payment stay apart', () => {
  expect(parseStatusResult({ Result: answer })).toEqual({
    ok: true,
    value: {
      query: {
        resultCode: '0',
        resultDesc: 'The service request is processed successfully.',
        conversationId: 'AG_query',
        originatorConversationId: 'query-1',
      },
      payment: {
        transactionStatus: 'Completed',
        conversationId: 'AG_payment',
        originatorConversationId: 'po_1',
        receipt: 'UKK4XYZ12A',
        amountKes: 1450,
        msisdn: '254712345678',
        receiverName: 'Jane Doe',
        completedAt: new Date('2026-11-20T19:48:52Z'),
      },
    },
  })
})

test('a query that found nothing tells nothing about the payment', () => {
  const result = parseStatusResult({
    Result: { ...answer, ResultCode: 'SFC_IC0003', ResultParameters: undefined },
  })
  expect(result).toMatchObject({ ok: true, value: { query: { resultCode: 'SFC_IC0003' }, payment: {} } })
  expect(result).toHaveProperty('value.payment', {})
})

test('the receiver may stand under a second DebitPartyName', () => {
  const renamed = parameters.map((item) =>
    item.Key === 'CreditPartyName' ? { ...item, Key: 'DebitPartyName' } : item,
  )
  expect(withParameters(renamed)).toMatchObject({ value: { payment: { msisdn: '254712345678' } } })
})

test('the payer alone is never taken for the receiver', () => {
  expect(withParameters([{ Key: 'DebitPartyName', Value: '254700000001 - Us' }])).toHaveProperty(
    'value.payment',
    {},
  )
})

test('a single parameter may come without a list around it', () => {
  expect(withParameters({ Key: 'TransactionStatus', Value: 'Declined' })).toHaveProperty('value.payment', {
    transactionStatus: 'Declined',
  })
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(answer)), (json, key) => {
      expect(parseStatusResult(json)).toHaveProperty('ok', false)
      expect(parseStatusResult({ Result: { ...answer, [key]: json } })).toHaveProperty('ok')
      expect(withParameters(json)).toHaveProperty('ok', true)
    }),
  )
})
