import { expect, test } from 'vitest'
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
