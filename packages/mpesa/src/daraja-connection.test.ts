import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { DarajaConfig } from './daraja-client.ts'
import { exchange, fetchOnce } from './exchange.ts'
import { aPayment, closeServer, connectTo, selfSignedCertificate, startGateway } from './testing.ts'

type Answer = Parameters<typeof startGateway>[0]

const inTime = () => true

/** The token request has no time limit here. */
const hurried: Partial<DarajaConfig> = {
  timeoutMs: 100,
  fetch: (input, init) =>
    String(input).includes('/oauth/') ? fetch(input, { ...init, signal: null }) : fetch(input, init),
}

test.each<[string, Answer]>([
  ['no answer in time', () => {}],
  ['an answer that never ends', (response) => response.writeHead(200).write('{')],
])('%s leaves the outcome unknown', async (_name, answer) => {
  const gateway = await startGateway(answer)
  await expect(connectTo(gateway.url, hurried).sendB2c(aPayment())).resolves.toMatchObject({
    outcome: 'unknown',
    code: 'TimeoutError',
  })
})

test.each<[string, Answer]>([
  ['before the answer', (response) => response.socket?.resetAndDestroy()],
  [
    'in the middle of it',
    (response) => response.writeHead(200, { 'content-length': 500 }).write('{', () => response.destroy()),
  ],
])('a connection cut %s leaves the outcome unknown', async (_when, answer) => {
  const gateway = await startGateway(answer)
  await expect(connectTo(gateway.url).sendB2c(aPayment(), inTime)).resolves.toMatchObject({
    outcome: 'unknown',
  })
  expect(gateway.requests.filter(({ path }) => path.startsWith('/mpesa/'))).toHaveLength(1)
})

test('a gateway that disappeared after issuing the token was never reached', async () => {
  const gateway = await startGateway(() => {})
  const daraja = connectTo(gateway.url)
  await daraja.prepare()
  await gateway.close()
  await expect(daraja.sendB2c(aPayment(), inTime)).resolves.toMatchObject({
    outcome: 'not-sent',
    code: 'ECONNREFUSED',
    retryable: true,
    stopQueue: false,
  })
})

test.each([
  ['an unknown host', 'http://gateway.invalid'],
  ['a certificate nobody trusts', 'https://127.0.0.1'],
])('%s means that nothing was sent', async (_name, baseUrl) => {
  const { certificatePem, privateKey } = selfSignedCertificate()
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const server = createTlsServer({ cert: certificatePem, key }, (_request, response) => response.end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => closeServer(server))
  const port = (server.address() as AddressInfo).port
  // The token comes from another server, so that the payment meets the bad connection.
  const tokens = await startGateway(() => {})
  const detour: typeof fetch = (input, init) =>
    String(input).includes('/oauth/')
      ? fetch(`${tokens.url}/oauth/v1/generate?grant_type=client_credentials`, init)
      : fetch(input, init)
  const outcome = await connectTo(`${baseUrl}:${port}`, { fetch: detour }).sendB2c(aPayment())
  expect(outcome).toMatchObject({ outcome: 'not-sent', retryable: true, stopQueue: false })
  expect(outcome).toHaveProperty(
    'code',
    expect.stringMatching(/ENOTFOUND|EAI_AGAIN|DEPTH_ZERO_SELF_SIGNED_CERT/),
  )
})

test('a sender that woke after its time writes nothing', async () => {
  const gateway = await startGateway((response) => response.end('{}'))
  const outcome = await connectTo(gateway.url).sendB2c(aPayment(), () => false)
  expect(outcome).toMatchObject({ outcome: 'not-sent', code: 'TOO_LATE', retryable: true, stopQueue: false })
  expect(gateway.requests.filter(({ path }) => path.startsWith('/mpesa/'))).toEqual([])
})

test('a sender looks at its time when the connection stands, not before', async () => {
  const gateway = await startGateway(() => {})
  const daraja = connectTo(gateway.url)
  await daraja.prepare()
  await gateway.close()
  let asked = 0
  await daraja.sendB2c(aPayment(), () => ++asked > 0)
  expect(asked).toBe(0)
})

test('a sender whose token is refused looks at its time again before it repeats', async () => {
  const refused = JSON.stringify({
    requestId: '1',
    errorCode: '404.001.03',
    errorMessage: 'Invalid Access Token',
  })
  const gateway = await startGateway((response) => response.writeHead(401).end(refused))
  let asked = 0
  const outcome = await connectTo(gateway.url).sendB2c(aPayment(), () => ++asked < 2)
  expect(outcome).toMatchObject({ outcome: 'not-sent', code: 'TOO_LATE' })
  expect(gateway.requests.filter(({ path }) => path.startsWith('/mpesa/'))).toHaveLength(1)
})

test('a sender in time writes its order whole, with its length', async () => {
  const gateway = await startGateway((response) => response.end('{}'))
  await connectTo(gateway.url).sendB2c(aPayment(), () => true)
  const [order] = gateway.requests.filter(({ path }) => path.startsWith('/mpesa/'))
  expect(order?.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(order?.text ?? '')) })
  expect(order?.headers).not.toHaveProperty('transfer-encoding')
})

test('every order has a connection of its own, because one that is being closed would leave it unknown', async () => {
  const gateway = await startGateway((response, { body }) =>
    response.end(
      JSON.stringify({
        ConversationID: 'AG_1',
        OriginatorConversationID: (body as { OriginatorConversationID: string }).OriginatorConversationID,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      }),
    ),
  )
  const daraja = connectTo(gateway.url)
  await daraja.prepare()
  const before = gateway.countSockets()
  for (let order = 0; order < 3; order++) {
    await expect(daraja.sendB2c(aPayment(), inTime)).resolves.toMatchObject({ outcome: 'accepted' })
  }
  expect(gateway.countSockets() - before).toBe(3)
})

test('an order in time that gets no answer is lost, not unsent', async () => {
  const gateway = await startGateway(() => {})
  const init = { method: 'POST' as const, headers: {}, body: '{}' }
  const call = {
    fetch: fetchOnce,
    url: new URL('/mpesa/x', gateway.url),
    init,
    timeoutMs: 300,
    mayWrite: inTime,
  }
  expect(await exchange(call)).toMatchObject({ kind: 'lost', code: 'TimeoutError' })
  expect(gateway.requests).toHaveLength(1)
})

test('a watched sender asks too', async () => {
  const gateway = await startGateway((response) => response.end('{}'))
  const watched: typeof fetch = (input, init) => fetchOnce(input, init)
  const outcome = await connectTo(gateway.url, { fetch: watched }).sendB2c(aPayment(), () => false)
  expect(outcome).toMatchObject({ outcome: 'not-sent', code: 'TOO_LATE' })
  expect(gateway.requests.filter(({ path }) => path.startsWith('/mpesa/'))).toEqual([])
})
