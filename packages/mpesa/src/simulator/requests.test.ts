import { afterAll, describe, expect, test } from 'vitest'
import { startSimulator } from './start-simulator.ts'

const consumer = { key: 'key', secret: 'sec:ret' }
const simulator = await startSimulator({ callbackDelayMs: 0, consumer })
afterAll(simulator.close)

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
async function call(path: string, init: RequestInit) {
  const response = await fetch(simulator.url + path, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const askToken = (authorization: string, query = '?grant_type=client_credentials') =>
  call(`/oauth/v1/generate${query}`, { headers: { authorization } })
async function bearer() {
  const { body } = await askToken(basic('key:sec:ret'))
  return `Bearer ${body.access_token}`
}
const post = (path: string, body: unknown, authorization: string) =>
  call(path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) })

let count = 0
const urls = { QueueTimeOutURL: 'http://127.0.0.1:1/t', ResultURL: 'http://127.0.0.1:1/r' }
const common = { SecurityCredential: 'abc', PartyA: '600992', Remarks: 'Payout', ...urls }
const order = () => ({
  ...common,
  OriginatorConversationID: `po_${++count}`,
  InitiatorName: 'testapi',
  CommandID: 'BusinessPayment',
  Amount: '100',
  PartyB: '254712345678',
  Occassion: 'x',
})
const b2c = '/mpesa/b2c/v3/paymentrequest'

test('a token’s life comes as text', async () => {
  await expect(askToken(basic('key:sec:ret'))).resolves.toEqual({
    status: 200,
    body: { access_token: expect.any(String), expires_in: '3599' },
  })
})

test.each([
  ['a wrong secret', basic('key:wrong'), undefined, '400.008.01'],
  ['another scheme', 'Bearer abc', undefined, '400.008.01'],
  ['another grant', basic('key:sec:ret'), '?grant_type=password', '400.008.02'],
])('no token for %s', async (_name, authorization, query, errorCode) => {
  await expect(askToken(authorization, query)).resolves.toMatchObject({ status: 400, body: { errorCode } })
})

test('a new token ends the life of the one before', async () => {
  const old = await bearer()
  const fresh = await bearer()
  await expect(post(b2c, order(), old)).resolves.toMatchObject({
    status: 404,
    body: { errorCode: '404.001.03' },
  })
  await expect(post(b2c, order(), fresh)).resolves.toMatchObject({ status: 200, body: { ResponseCode: '0' } })
})

test('a token that the simulator calls invalid is invalid', async () => {
  const token = await bearer()
  simulator.next('invalid-token-once')
  await expect(post(b2c, order(), token)).resolves.toMatchObject({ status: 404 })
  await expect(post(b2c, order(), token)).resolves.toMatchObject({ status: 404 })
  await expect(post(b2c, order(), await bearer())).resolves.toMatchObject({ status: 200 })
})

test('an old token is refused', async () => {
  const shortLived = await startSimulator({ tokenSeconds: 0 })
  const response = await fetch(`${shortLived.url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: basic('any:one') },
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const refused = await fetch(shortLived.url + b2c, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify(order()),
  })
  expect(refused.status).toBe(404)
  await shortLived.close()
})

test('a body that is no JSON is refused', async () => {
  const headers = { authorization: await bearer() }
  await expect(call(b2c, { method: 'POST', headers, body: '{"a":' })).resolves.toMatchObject({ status: 400 })
})

test('the first version of B2C, which has no guard against paying twice, is not offered', async () => {
  await expect(post('/mpesa/b2c/v1/paymentrequest', order(), await bearer())).resolves.toMatchObject({
    status: 404,
    body: { errorCode: '404.001.01' },
  })
})

const push = {
  BusinessShortCode: 174379,
  Password: Buffer.from('174379secret20261120221500').toString('base64'),
  Timestamp: '20261120221500',
  TransactionType: 'CustomerPayBillOnline',
  Amount: '1000',
  PartyA: '254712345678',
  PartyB: '174379',
  PhoneNumber: '254712345678',
  CallBackURL: 'http://127.0.0.1:1/s',
  AccountReference: 'PREM48213',
  TransactionDesc: 'Premium',
}

const query = { ...common, Initiator: 'testapi', IdentifierType: '4' }
const old = { QueueTimeOutURL: undefined, QueueTimeoutURL: 'http://127.0.0.1:1/t' }

/** Each command: its path, a sound request, and what is wrong in others by the field that the refusal names. */
const COMMANDS: { path: string; sound: () => object; wrong: [string, object][] }[] = [
  {
    path: b2c,
    sound: order,
    wrong: [
      ['InitiatorName', { InitiatorName: undefined, Initiator: 'testapi' }],
      ['Occasion', { Occassion: undefined, Occasion: 'x' }],
      ['QueueTimeOutURL', old],
      ['Amount', { Amount: '100.50' }],
      ['Amount', { Amount: 100.5 }],
      ['PartyB', { PartyB: '0712345678' }],
      ['Remarks', { Remarks: 'x' }],
      ['ResultURL', { ResultURL: 'https://chuma.example/hooks/mpesa/1' }],
      ['ResultURL', { ResultURL: 'https://chuma.example/hooks/aExEc' }],
      ['OriginatorConversationID', { OriginatorConversationID: '' }],
    ],
  },
  {
    path: '/mpesa/transactionstatus/v1/query',
    sound: () => ({ ...query, CommandID: 'TransactionStatusQuery', OriginalConversationID: 'po_1' }),
    wrong: [
      ['Initiator', { Initiator: undefined, InitiatorName: 'testapi' }],
      ['Occassion', { Occassion: 'x' }],
      ['IdentifierType', { IdentifierType: '1' }],
      ['TransactionID', { OriginalConversationID: undefined }],
    ],
  },
  {
    path: '/mpesa/accountbalance/v1/query',
    sound: () => ({ ...query, CommandID: 'AccountBalance' }),
    wrong: [
      ['Initiator', { Initiator: undefined, InitiatorName: 'testapi' }],
      ['CommandID', { CommandID: 'Account Balance' }],
      ['IdentifierType', { IdentifierType: 4 }],
      ['QueueTimeOutURL', old],
      ['Occasion', { Occasion: 'x' }],
    ],
  },
  {
    path: '/mpesa/stkpush/v1/processrequest',
    sound: () => push,
    wrong: [
      ['CallBackURL', { CallBackURL: undefined, CallbackURL: 'http://127.0.0.1:1/s' }],
      ['CallBackURL', { CallBackURL: 'https://chuma.example/hooks/mpesa' }],
      ['AccountReference', { AccountReference: 'PREM123456789' }],
      ['TransactionDesc', { TransactionDesc: 'Premium a year' }],
      ['Timestamp', { Timestamp: '20261320221500' }],
      ['Timestamp', { Timestamp: '20.11.2026 22:15:00' }],
      ['Amount', { Amount: '0' }],
      ['PhoneNumber', { PhoneNumber: '0712345678' }],
      ['TransactionType', { TransactionType: 'CustomerPaybillOnline' }],
      ['BusinessShortcode', { BusinessShortcode: 174379 }],
    ],
  },
]

describe.each(COMMANDS)('$path', ({ path, sound, wrong }) => {
  test.each(wrong)('a request with a wrong %s is refused', async (field, change) => {
    await expect(post(path, { ...sound(), ...change }, await bearer())).resolves.toMatchObject({
      status: 400,
      body: { errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` },
    })
  })

  test('a sound request is taken', async () => {
    await expect(post(path, sound(), await bearer())).resolves.toMatchObject({ status: 200 })
  })
})

test.each([
  ['of another time', { Timestamp: '20261120221501' }],
  ['of another short code', { BusinessShortCode: 174380 }],
  ['that is none', { Password: 'abc' }],
])('a push with a password %s has wrong credentials', async (_name, wrong) => {
  const path = '/mpesa/stkpush/v1/processrequest'
  await expect(post(path, { ...push, ...wrong }, await bearer())).resolves.toMatchObject({
    status: 500,
    body: { errorCode: '500.001.1001', errorMessage: 'Wrong credentials' },
  })
  await expect(post(path, push, await bearer())).resolves.toMatchObject({ status: 200 })
})
