import { expect, test } from 'vitest'
import { aPush, connectTo, startGateway, stkConfig } from '../testing.ts'
import { signStk } from './stk-push.ts'

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
