import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  classifyResultCode,
  classifyTransactionStatus,
  parseB2cResult,
  parseBalanceResult,
  parseStatusResult,
} from './results.ts'
import { connectTo, startGateway } from './testing.ts'

describe('the result of a payment', () => {
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
    const result = withParameters([
      { Key: 'ReceiverPartyPublicName', Value: '2547*****678 - JANE DOE-KAMAU' },
    ])
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
})

describe('the result of a status query', () => {
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
})

describe('the result of a balance query', () => {
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
})

test.each([
  ['paid', ['0']],
  ['member', ['2', '3', '4', '8', '12', '2040', 'SFC_IC0003']],
  ['operator', ['1', '11', '18', '20', '21', '22', '24', '25', '26', '29', '2001', '2006', '2028', '8006']],
  ['unknown', ['15', '17']],
  ['review', ['9876', '13', '2029', 'R000002', '', '00', '-1', 'constructor', '__proto__', 'sfc_ic0003']],
])('codes of class %s', (expected, codes) => {
  for (const code of codes) expect([code, classifyResultCode(code).class]).toEqual([code, expected])
})

test('only trouble that every next payout would meet stops the queue', () => {
  const stopping = ['1', '11', '18', '20', '21', '22', '2001', '2006', '2028', '8006']
  const others = '0 2 3 4 8 12 13 15 17 24 25 26 29 2029 2040 9876'.split(' ')
  const codes = [...stopping, ...others, 'R000002', 'SFC_IC0003']
  expect(codes.filter((code) => classifyResultCode(code).stopQueue)).toEqual(stopping)
})

test.each([
  ['paid', ['Completed', ' completed ']],
  ['failed', ['Cancelled', 'Declined', 'Expired', 'Failed']],
  ['unknown', ['Initiated', 'Authorized', 'Pending Authorized', 'Pending', 'Reversed', '', undefined]],
])('transaction statuses that mean %s', (expected, statuses) => {
  for (const status of statuses)
    expect([status, classifyTransactionStatus(status)]).toEqual([status, expected])
})
