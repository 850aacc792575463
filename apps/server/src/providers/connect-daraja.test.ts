import { createDaraja } from '@chuma/mpesa/daraja-client'
import { expect, test } from 'vitest'
import { connectDaraja } from './rails.ts'

const { parseResult, parseStatus } = connectDaraja(
  'daraja',
  createDaraja({
    baseUrl: 'http://127.0.0.1:9',
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '600992',
    initiatorName: 'testapi',
    securityCredential: 'Y3JlZGVudGlhbA==',
    timeoutMs: 1000,
  }),
)
const ids = { OriginatorConversationID: 'po_1', ConversationID: 'AG_1', TransactionID: 'UKK0000001' }
const body = (result: object) => Buffer.from(JSON.stringify({ Result: { ...ids, ...result } }))
const parameters = (values: Record<string, unknown>) => ({
  ResultParameters: { ResultParameter: Object.entries(values).map(([Key, Value]) => ({ Key, Value })) },
})

test('a paid result carries the amount and number to compare', () => {
  const details = parameters({
    TransactionAmount: 2000,
    TransactionReceipt: 'UKK0000001',
    ReceiverPartyPublicName: '254712345678 - AMINA OTIENO',
  })
  expect(parseResult(body({ ResultCode: 0, ResultDesc: 'ok', ...details }))).toMatchObject({
    ok: true,
    value: {
      verdict: 'paid',
      originatorConversationId: 'po_1',
      conversationId: 'AG_1',
      receipt: 'UKK0000001',
      amountKes: 2000,
      msisdn: '254712345678',
    },
  })
})

test.each([
  [2040, 'member'],
  ['SFC_IC0003', 'member'],
  [1, 'operator'],
  ['15', 'unknown'],
  [9876, 'review'],
])('result code %s is a %s verdict, and its transaction id is no receipt', (ResultCode, verdict) => {
  const parsed = parseResult(body({ ResultCode, ResultDesc: 'words' }))
  expect(parsed).toMatchObject({ ok: true, value: { verdict, code: String(ResultCode) } })
  expect(parsed).not.toHaveProperty('value.receipt')
})

test.each([
  [0, 'Completed', 'paid'],
  [0, 'Declined', 'member'],
  [0, 'Pending Authorized', 'unknown'],
  // A failed query says nothing about the payment.
  ['SFC_IC0003', undefined, 'unknown'],
  [1, 'Declined', 'unknown'],
])('a status query with code %s and status %s is a %s verdict', (ResultCode, status, verdict) => {
  const found = {
    OriginatorConversationID: 'po_9',
    ReceiptNo: 'UKK1',
    Amount: '2000',
    TransactionStatus: status,
  }
  const answer = status === undefined ? {} : parameters(found)
  const parsed = parseStatus(body({ ResultCode, ResultDesc: 'words', ...answer }))
  expect(parsed).toMatchObject({ ok: true, value: { verdict } })
  // The outer ids belong to the query.
  expect(parsed).not.toHaveProperty('value.originatorConversationId', 'po_1')
  expect(parsed).not.toHaveProperty('value.conversationId')
})

test.each(['', '<html>', '[]', '{"Result":{}}', '\xff'])('%s is not a result', (text) => {
  expect(parseResult(Buffer.from(text))).toMatchObject({ ok: false })
  expect(parseStatus(Buffer.from(text))).toMatchObject({ ok: false })
})
