import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyStkResult, parseStkCallback, signStk } from './stk.ts'
import { aPush, connectTo, startGateway, stkConfig } from './testing.ts'

const accepted = {
  MerchantRequestID: '2654-4b64',
  CheckoutRequestID: 'ws_CO_1',
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
}
const errorBody = (errorCode: string, errorMessage: string) =>
  JSON.stringify({ requestId: '1', errorCode, errorMessage })
const pushes = ({ requests }: Awaited<ReturnType<typeof startGateway>>) =>
  requests.filter(({ path }) => path.startsWith('/mpesa/'))

test('the password is short code, passkey and time of Nairobi in base64', () => {
  expect(signStk(stkConfig, new Date('2021-06-28T06:24:08Z'))).toEqual({
    BusinessShortCode: 174379,
    Password:
      'MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4',
    Timestamp: '20210628092408',
  })
})

test('a push goes out in Daraja’s own spelling, with the time of its password', async () => {
  const gateway = await startGateway((response) => response.end(JSON.stringify(accepted)))
  // Every look at the clock finds it a second later, so that a second look for the body would show.
  let clock = Date.parse('2026-11-20T19:15:00Z')
  const now = () => {
    clock += 1_000
    return clock
  }
  const daraja = connectTo(gateway.url, { stk: stkConfig, now })
  await expect(daraja.pushStk(aPush('https://chuma.example'))).resolves.toEqual({
    outcome: 'accepted',
    merchantRequestId: '2654-4b64',
    checkoutRequestId: 'ws_CO_1',
  })
  const [push] = pushes(gateway)
  expect(push).toMatchObject({ method: 'POST', path: '/mpesa/stkpush/v1/processrequest' })
  const Timestamp = String(new Map(Object.entries(push?.body ?? {})).get('Timestamp'))
  expect(Timestamp).toMatch(/^202611202215\d\d$/)
  expect(push?.body).toEqual({
    BusinessShortCode: 174379,
    Password: Buffer.from(`174379${stkConfig.passkey}${Timestamp}`).toString('base64'),
    Timestamp,
    TransactionType: 'CustomerPayBillOnline',
    Amount: '1000',
    PartyA: '254712345678',
    PartyB: '174379',
    PhoneNumber: '254712345678',
    CallBackURL: 'https://chuma.example/hooks/d/s/0f',
    AccountReference: 'PREM48213',
    TransactionDesc: 'Premium',
  })
})

test('a till is paid through the number of its store', async () => {
  const gateway = await startGateway((response) => response.end(JSON.stringify(accepted)))
  const stk = { ...stkConfig, transactionType: 'CustomerBuyGoodsOnline', till: '554433' } as const
  await connectTo(gateway.url, { stk }).pushStk(aPush())
  expect(pushes(gateway)[0]?.body).toMatchObject({
    BusinessShortCode: 174379,
    PartyB: '554433',
    TransactionType: 'CustomerBuyGoodsOnline',
  })
})

test.each([
  ['half a shilling', { amountKes: 10.5 }],
  ['nothing', { amountKes: 0 }],
  ['more than M-Pesa moves at once', { amountKes: 250_001 }],
  ['a number in local spelling', { msisdn: '0712345678' }],
  ['a reference of 13 characters', { accountReference: 'PREM123456789' }],
  ['an empty reference', { accountReference: '' }],
  ['a description of 14 characters', { description: 'Premium a year' }],
  ['an empty description', { description: '' }],
  ['an address that is none', { callbackUrl: 'chuma' }],
])('%s is refused before anything is sent', async (_name, wrong) => {
  const gateway = await startGateway((response) => response.end(JSON.stringify(accepted)))
  await expect(
    connectTo(gateway.url, { stk: stkConfig }).pushStk({ ...aPush(), ...wrong }),
  ).resolves.toMatchObject({ outcome: 'not-sent', code: 'INVALID_INPUT', retryable: false, stopQueue: false })
  expect(gateway.requests).toEqual([])
})

test('references of 12 and descriptions of 13 characters are sent whole', async () => {
  const gateway = await startGateway((response) => response.end(JSON.stringify(accepted)))
  const push = { ...aPush(), accountReference: 'PREM12345678', description: 'Premium month' }
  await connectTo(gateway.url, { stk: stkConfig }).pushStk(push)
  expect(pushes(gateway)[0]?.body).toMatchObject({
    AccountReference: 'PREM12345678',
    TransactionDesc: 'Premium month',
  })
})

test('without a short code nobody is prompted', async () => {
  const gateway = await startGateway((response) => response.end())
  const daraja = connectTo(gateway.url)
  await expect(daraja.pushStk(aPush())).resolves.toMatchObject({
    outcome: 'not-sent',
    code: 'NO_STK',
    stopQueue: true,
    retryable: false,
  })
  await expect(daraja.queryStk({ checkoutRequestId: 'ws_CO_1' })).resolves.toMatchObject({
    outcome: 'pending',
    code: 'NO_STK',
  })
  expect(gateway.requests).toEqual([])
})

test.each([
  [400, '400.002.02', 'Bad Request - Invalid PhoneNumber', { stopQueue: false, retryable: false }],
  [400, '400.002.02', 'Bad Request - Invalid BusinessShortCode', { stopQueue: true, retryable: false }],
  [500, '500.001.1001', 'Wrong credentials', { stopQueue: true, retryable: false }],
  [500, '500.001.1001', 'Merchant does not exist', { stopQueue: true, retryable: false }],
  [500, '500.001.1001', 'Unable to lock subscriber, busy', { stopQueue: false, retryable: true }],
  [500, '500.003.02', 'System is busy', { stopQueue: false, retryable: true, isBusy: true }],
  [500, '500.003.03', 'Quota Violation', { stopQueue: false, retryable: true, isBusy: true }],
])('HTTP %i with %s (%s) proves that nobody was prompted', async (status, code, message, expected) => {
  const gateway = await startGateway((response) => response.writeHead(status).end(errorBody(code, message)))
  await expect(connectTo(gateway.url, { stk: stkConfig }).pushStk(aPush())).resolves.toEqual({
    outcome: 'not-sent',
    code,
    reason: message,
    ...expected,
  })
  expect(pushes(gateway)).toHaveLength(1)
})

test.each([
  ['an internal error in other words', 500, errorBody('500.001.1001', 'Oops'), '500.001.1001'],
  [
    'the words of a refusal under another code',
    500,
    errorBody('500.009.09', 'Wrong credentials'),
    '500.009.09',
  ],
  ['a code nobody documented', 400, errorBody('400.999.99', 'No'), '400.999.99'],
  ['a gateway page', 502, '<html></html>', 'HTTP_502'],
  ['an empty 503', 503, '', 'HTTP_503'],
  ['an empty 200', 200, '', 'HTTP_200'],
  ['a redirect', 307, JSON.stringify(accepted), 'HTTP_307'],
  ['a 200 cut off', 200, JSON.stringify(accepted).slice(0, 50), 'HTTP_200'],
  [
    'a 200 without an id to ask with',
    200,
    JSON.stringify({ ...accepted, CheckoutRequestID: undefined }),
    'HTTP_200',
  ],
  ['an empty id', 200, JSON.stringify({ ...accepted, CheckoutRequestID: '' }), 'HTTP_200'],
  [
    'an id in the spelling of payouts',
    200,
    JSON.stringify({ ...accepted, CheckoutRequestID: undefined, ConversationID: 'x' }),
    'HTTP_200',
  ],
  ['another ResponseCode', 200, JSON.stringify({ ...accepted, ResponseCode: '1' }), '1'],
])('%s may have prompted the member and is not retried', async (_name, status, body, code) => {
  const gateway = await startGateway((response) => {
    response.writeHead(status, { location: '/mpesa/elsewhere' }).end(body)
  })
  await expect(connectTo(gateway.url, { stk: stkConfig }).pushStk(aPush())).resolves.toMatchObject({
    outcome: 'unknown',
    code,
  })
  expect(pushes(gateway)).toHaveLength(1)
})

test('a connection that breaks after the push leaves it unknown; one never made does not', async () => {
  const gateway = await startGateway((response) => response.destroy())
  const daraja = connectTo(gateway.url, { stk: stkConfig })
  await expect(daraja.pushStk(aPush())).resolves.toMatchObject({ outcome: 'unknown' })
  await gateway.close()
  await expect(daraja.pushStk(aPush())).resolves.toMatchObject({ outcome: 'not-sent', retryable: true })
})

test('a refused token is renewed and the same push is sent again', async () => {
  const gateway = await startGateway((response, request) => {
    if (request.headers.authorization === 'Bearer token-2') return void response.end(JSON.stringify(accepted))
    response.writeHead(404).end(errorBody('404.001.03', 'Invalid Access Token'))
  })
  await expect(connectTo(gateway.url, { stk: stkConfig }).pushStk(aPush())).resolves.toMatchObject({
    outcome: 'accepted',
  })
  const [first, second, ...more] = pushes(gateway)
  expect(second?.body).toEqual(first?.body)
  expect(more).toEqual([])
})

const result = {
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successfully',
  MerchantRequestID: '22205-34066-1',
  CheckoutRequestID: 'ws_CO_1',
  ResultCode: '0',
  ResultDesc: 'The service request is processed successfully.',
}
async function ask(status: number, body: string) {
  const gateway = await startGateway((response) => response.writeHead(status).end(body))
  const daraja = connectTo(gateway.url, { stk: stkConfig, now: () => Date.parse('2021-06-28T06:24:08Z') })
  return { gateway, outcome: await daraja.queryStk({ checkoutRequestId: 'ws_CO_1' }) }
}
const answer = async (changes: object) => (await ask(200, JSON.stringify({ ...result, ...changes }))).outcome

test('a push is asked about under its CheckoutRequestID, signed like a push', async () => {
  const { gateway, outcome } = await ask(200, JSON.stringify(result))
  expect(outcome).toEqual({ outcome: 'paid' })
  expect(gateway.requests.at(-1)).toMatchObject({ method: 'POST', path: '/mpesa/stkpushquery/v1/query' })
  expect(gateway.requests.at(-1)?.body).toEqual({
    BusinessShortCode: 174379,
    Password: expect.stringMatching(/^MTc0Mzc5.*DkyNDA4$/),
    Timestamp: '20210628092408',
    CheckoutRequestID: 'ws_CO_1',
  })
})

test.each([['0'], [0], [' 0 ']])('the result code %j is a payment', async (ResultCode) => {
  await expect(answer({ ResultCode })).resolves.toEqual({ outcome: 'paid' })
})

const FAILED = '1 2 3 4 8 17 1001 1019 1025 1032 1037 2001 2028 8006 9999 SFC_IC0003'

test.each(FAILED.split(' '))('the result code %s ends the push without a payment', async (ResultCode) => {
  await expect(answer({ ResultCode })).resolves.toEqual({
    outcome: 'failed',
    code: ResultCode,
    description: expect.stringMatching(/\.$/),
  })
})

test.each([
  ['a code nobody listed', { ResultCode: '4999', ResultDesc: 'Hm' }, '4999'],
  ['a negative code', { ResultCode: '-1' }, '-1'],
  ['a name that every object has', { ResultCode: 'constructor' }, 'constructor'],
  ['a known code under processing', { ResultCode: '1', ResultDesc: 'It is still under processing' }, '1'],
  ['a success that is being processed', { ResultDesc: 'The transaction is being processed' }, '0'],
  ['a refused question', { ResponseCode: '1' }, '1'],
  ['an answer about another push', { CheckoutRequestID: 'ws_CO_2' }, 'OTHER_REQUEST'],
  ['an answer about no push', { CheckoutRequestID: undefined }, 'HTTP_200'],
  ['no code', { ResultCode: undefined }, 'HTTP_200'],
  ['a code that is a list', { ResultCode: ['0'] }, 'HTTP_200'],
])('%s decides nothing', async (_name, changes, code) => {
  await expect(answer(changes)).resolves.toMatchObject({ outcome: 'pending', code })
})

test.each([
  [500, '{"errorCode":"500.001.1001","errorMessage":"The transaction is being processed"}', '500.001.1001'],
  [500, '{"errorCode":"500.001.1001","errorMessage":"Wrong credentials"}', '500.001.1001'],
  [400, '{"errorCode":"400.002.02","errorMessage":"Invalid CheckoutRequestID"}', '400.002.02'],
  [500, '{"errorCode":"500.003.02","errorMessage":"Spike Arrest"}', '500.003.02'],
  [500, JSON.stringify(result), 'HTTP_500'],
  [302, JSON.stringify(result), 'HTTP_302'],
  [502, '<html></html>', 'HTTP_502'],
  [200, '', 'HTTP_200'],
  [200, '{"ResultCode":"0"', 'HTTP_200'],
])('HTTP %i with %s decides nothing', async (status, body, code) => {
  expect((await ask(status, body)).outcome).toMatchObject({ outcome: 'pending', code })
})

test('no answer, no connection and no token decide nothing', async () => {
  const gateway = await startGateway((response) => response.destroy())
  const daraja = connectTo(gateway.url, { stk: stkConfig })
  const query = { checkoutRequestId: 'ws_CO_1' }
  await expect(daraja.queryStk(query)).resolves.toMatchObject({ outcome: 'pending' })
  await gateway.close()
  await expect(daraja.queryStk(query)).resolves.toMatchObject({ outcome: 'pending', code: 'ECONNREFUSED' })
  const fresh = connectTo(gateway.url, { stk: stkConfig })
  await expect(fresh.queryStk(query)).resolves.toMatchObject({ outcome: 'pending', code: 'ECONNREFUSED' })
  await expect(fresh.queryStk({ checkoutRequestId: '' })).resolves.toMatchObject({ code: 'INVALID_INPUT' })
})

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
