import { expect, test } from 'vitest'
import { createMemoryTokenStore, type StoredToken, type TokenFailure } from './access-token.ts'
import { aPayment, connectTo, startGateway, startRecorder } from './testing.ts'

test('the token is requested with the consumer’s key and secret', async () => {
  const gateway = await startGateway((response) => response.end())
  await expect(connectTo(gateway.url).prepare()).resolves.toEqual({ outcome: 'ready' })
  expect(gateway.requests).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      headers: expect.objectContaining({
        authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
      }),
    }),
  ])
})

test('concurrent callers share one request', async () => {
  const gateway = await startGateway((response) => response.end())
  const daraja = connectTo(gateway.url)
  await Promise.all([daraja.prepare(), daraja.prepare(), daraja.sendB2c(aPayment())])
  expect(gateway.requests.filter(({ path }) => path.startsWith('/oauth/'))).toHaveLength(1)
})

test.each([
  ['a number', 3599],
  ['text', '3599'],
])('a token whose lifetime is %s is renewed a minute before it expires', async (_kind, expiresIn) => {
  const gateway = await startRecorder((response) => {
    response.end(JSON.stringify({ access_token: 'abc', expires_in: expiresIn }))
  })
  let clock = 1_000_000
  const daraja = connectTo(gateway.url, { now: () => clock })
  await daraja.prepare()
  clock += 3_538_999
  await daraja.prepare()
  expect(gateway.requests).toHaveLength(1)
  clock += 1
  await daraja.prepare()
  expect(gateway.requests).toHaveLength(2)
})

test('a token without a valid lifetime is used but not stored', async () => {
  const gateway = await startRecorder((response) =>
    response.end(JSON.stringify({ access_token: 'abc', expires_in: 'soon' })),
  )
  const daraja = connectTo(gateway.url)
  await expect(daraja.prepare()).resolves.toEqual({ outcome: 'ready' })
  await daraja.prepare()
  expect(gateway.requests).toHaveLength(2)
})

test.each([
  ['a refused key', 400, '{"errorCode":"400.008.01","errorMessage":"Invalid"}', '400.008.01', true],
  ['a bare 401', 401, '', 'HTTP_401', true],
  ['too many requests', 429, '', 'HTTP_429', false],
  ['a gateway page', 502, '<html></html>', 'HTTP_502', false],
  ['a 200 that is no JSON', 200, '<html></html>', 'HTTP_200', false],
  ['a 200 without a token', 200, '{"access_token":""}', 'HTTP_200', false],
])('%s instead of a token means that nothing was sent', async (_name, status, body, code, stopQueue) => {
  const gateway = await startRecorder((response) => response.writeHead(status).end(body))
  const failure = expect.objectContaining({ outcome: 'not-sent', code, stopQueue, retryable: true })
  const daraja = connectTo(gateway.url)
  await expect(daraja.prepare()).resolves.toEqual(failure)
  await expect(daraja.sendB2c(aPayment())).resolves.toEqual(failure)
  expect(gateway.requests.every(({ path }) => path.startsWith('/oauth/'))).toBe(true)
})

test('a token request without an answer means that nothing was sent', async () => {
  const gateway = await startRecorder(() => {})
  const daraja = connectTo(gateway.url, { timeoutMs: 50 })
  await expect(daraja.sendB2c(aPayment())).resolves.toMatchObject({
    outcome: 'not-sent',
    code: 'TimeoutError',
    retryable: true,
    stopQueue: false,
  })
})

test('a failed token request is not remembered', async () => {
  let healthy = false
  const gateway = await startRecorder((response) => {
    if (healthy) response.end(JSON.stringify({ access_token: 'abc', expires_in: 3599 }))
    else response.writeHead(503).end()
  })
  const daraja = connectTo(gateway.url)
  await expect(daraja.prepare()).resolves.toMatchObject({ outcome: 'not-sent' })
  healthy = true
  await expect(daraja.prepare()).resolves.toEqual({ outcome: 'ready' })
})

const token = (name: string): StoredToken => ({ token: name, renewAt: 9e15 })
const failure: TokenFailure = {
  outcome: 'not-sent',
  code: 'HTTP_503',
  reason: 'No access token in the answer',
  stopQueue: false,
  retryable: true,
}
function hold<Value>() {
  let release = (_value: Value) => {}
  const held = new Promise<Value>((resolve) => {
    release = resolve
  })
  return { held, release }
}
const refuseAll = () => Promise.reject(new Error('nobody should ask'))

test('renewals that come at once run one request, and all get its token', async () => {
  const store = createMemoryTokenStore()
  const { held, release } = hold<StoredToken>()
  const first = store.renew(undefined, () => held)
  const second = store.renew(undefined, refuseAll)
  release(token('a'))
  await expect(Promise.all([first, second])).resolves.toEqual([token('a'), token('a')])
})

test('a failure is shared by those who wait, and not kept', async () => {
  const store = createMemoryTokenStore()
  const { held, release } = hold<TokenFailure>()
  const both = [store.renew(undefined, () => held), store.renew(undefined, refuseAll)]
  release(failure)
  await expect(Promise.all(both)).resolves.toEqual([failure, failure])
  await expect(store.read()).resolves.toBeUndefined()
  await expect(store.renew(undefined, async () => token('b'))).resolves.toEqual(token('b'))
})

test('who comes late with a refused token gets its successor', async () => {
  const store = createMemoryTokenStore()
  await store.renew(undefined, async () => token('a'))
  await expect(store.renew('a', async () => token('b'))).resolves.toEqual(token('b'))
  await expect(store.renew('a', refuseAll)).resolves.toEqual(token('b'))
  await expect(store.renew(undefined, refuseAll)).resolves.toEqual(token('b'))
})

test('a reader waits for the renewal that revokes what is kept', async () => {
  const store = createMemoryTokenStore()
  await store.renew(undefined, async () => token('a'))
  const { held, release } = hold<StoredToken>()
  const renewal = store.renew('a', () => held)
  const reading = store.read()
  release(token('b'))
  await expect(reading).resolves.toEqual(token('b'))
  await renewal
})

test('a renewal that failed leaves the refused token behind', async () => {
  const store = createMemoryTokenStore()
  await store.renew(undefined, async () => token('a'))
  await store.renew('a', async () => failure)
  await expect(store.read()).resolves.toBeUndefined()
})

test('a renewal that throws does not block the next one', async () => {
  const store = createMemoryTokenStore()
  await expect(store.renew(undefined, refuseAll)).rejects.toThrow('nobody should ask')
  await expect(store.renew(undefined, async () => token('a'))).resolves.toEqual(token('a'))
})

test('clients with one store share one token', async () => {
  const gateway = await startGateway((response) => response.end())
  const tokenStore = createMemoryTokenStore()
  const clients = [connectTo(gateway.url, { tokenStore }), connectTo(gateway.url, { tokenStore })]
  await Promise.all(clients.map((client) => client.prepare()))
  await Promise.all(clients.map((client) => client.sendB2c(aPayment())))
  expect(gateway.requests.filter(({ path }) => path.startsWith('/oauth/'))).toHaveLength(1)
  expect(gateway.requests.filter(({ headers }) => headers.authorization === 'Bearer token-1')).toHaveLength(2)
})

test('a token that is refused is named to the store, once, and an aged one too', async () => {
  const gateway = await startGateway((response, { headers }) => {
    if (headers.authorization === 'Bearer token-2') return void response.end('{}')
    response.writeHead(404).end('{"errorCode":"404.001.03","errorMessage":"Invalid Access Token"}')
  })
  const inner = createMemoryTokenStore()
  const refused: (string | undefined)[] = []
  let clock = 0
  const daraja = connectTo(gateway.url, {
    now: () => clock,
    tokenStore: {
      read: inner.read,
      renew(unusable, request) {
        refused.push(unusable)
        return inner.renew(unusable, request)
      },
    },
  })
  await daraja.sendB2c(aPayment())
  expect(refused).toEqual([undefined, 'token-1'])
  clock = 3_600_000
  await daraja.prepare()
  expect(refused).toEqual([undefined, 'token-1', 'token-2'])
})

test.each(['read', 'renew'] as const)(
  'a store that cannot %s means that nothing was sent',
  async (broken) => {
    const gateway = await startGateway((response) => response.end())
    const tokenStore = {
      ...createMemoryTokenStore(),
      [broken]: () => Promise.reject(new Error('no database')),
    }
    const daraja = connectTo(gateway.url, { tokenStore })
    await expect(daraja.sendB2c(aPayment())).resolves.toEqual({
      outcome: 'not-sent',
      code: 'TOKEN_STORE',
      reason: 'no database',
      stopQueue: false,
      retryable: true,
    })
    expect(gateway.requests).toEqual([])
  },
)
