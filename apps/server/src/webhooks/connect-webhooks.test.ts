import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { sayProblem } from '@chuma/api/language/words'
import { problem } from '@chuma/contract/problems'
import { expect, onTestFinished, test } from 'vitest'
import { connectWebhooks } from './webhooks.ts'

const LOCAL = { allowsLoopback: true }
const call = (url: string) => ({ url, headers: { 'webhook-id': 'x' }, body: '{"type":"webhook.test"}' })

/** A receiver on this machine, and what it received. */
async function givenReceiver(answer: RequestListener) {
  const received: { method: string | undefined; url: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ method: request.method, url: request.url, body })
    await answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook?key=1`, port, received }
}

test('a message is posted unchanged, and the response comes back', async () => {
  const { url, received } = await givenReceiver((_request, response) => response.writeHead(204).end())
  expect(await connectWebhooks(LOCAL).send(call(url))).toEqual({ status: 204, text: '' })
  expect(received).toEqual([{ method: 'POST', url: '/hook?key=1', body: '{"type":"webhook.test"}' }])
})

test('a redirect counts as the response and is not followed', async () => {
  const other = await givenReceiver((_request, response) => response.end())
  const { url } = await givenReceiver((_request, response) =>
    response.writeHead(307, { location: other.url }).end('moved'),
  )
  expect(await connectWebhooks(LOCAL).send(call(url))).toEqual({ status: 307, text: 'moved' })
  expect(other.received).toEqual([])
})

test('an endless response is read up to a limit', async () => {
  let sent = 0
  const { url } = await givenReceiver((_request, response) => {
    const more = () => {
      do sent += 10_000
      while (!response.destroyed && response.write('x'.repeat(10_000)))
    }
    response.on('drain', more)
    more()
  })
  const answer = await connectWebhooks({ ...LOCAL, timeoutMs: 3000 }).send(call(url))
  expect(answer).toEqual({ status: 200, text: 'x'.repeat(4096) })
  // What both ends and the network buffer, and not three seconds' worth.
  expect(sent).toBeLessThan(20_000_000)
})

test('a receiver that takes a message and never responds times out', async () => {
  const { url, received } = await givenReceiver(() => undefined)
  const answer = await connectWebhooks({ ...LOCAL, timeoutMs: 200 }).send(call(url))
  expect(answer).toEqual({ status: null, reason: 'No answer within 0.2 seconds' })
  expect(received).toHaveLength(1)
})

test('a status counts even if the rest of the response never comes', async () => {
  const { url } = await givenReceiver((_request, response) => response.writeHead(200).write('begun'))
  const answer = await connectWebhooks({ ...LOCAL, timeoutMs: 200 }).send(call(url))
  expect(answer).toEqual({ status: 200, text: 'begun' })
})

test.each([
  ['hangs up', ''],
  ['answers garbage', 'what is this\r\n\r\n'],
  ['answers with headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['wants another protocol', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
])('a receiver that %s is a failure with a reason', async (_does, words) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(words))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const answer = await connectWebhooks(LOCAL).send(call(`http://127.0.0.1:${port}/`))
  expect(answer).toMatchObject({ status: null })
  expect(answer).toHaveProperty('reason', expect.stringMatching(/^(Not reached: |The connection was closed)/))
})

test('a receiver that is down is a failure that reveals no address', async () => {
  const { port } = await givenReceiver((_request, response) => response.end())
  const answer = await connectWebhooks({
    allowsLoopback: true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }).send(call(`http://localhost:${port === 1 ? 2 : 1}/`))
  expect(answer).toEqual({ status: null, reason: 'Not reached: ECONNREFUSED' })
})

test.each([
  ...['http://example.com/', 'https://example.com:8443/', 'https://user@example.com/', 'ftp://example.com/'],
  ...[
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
  ],
  ...['https://127.1/', 'https://①②⑦.0.0.1/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://0/'],
  ...[
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
  ],
  ...['https://100.64.0.1/', 'https://[64:ff9b::7f00:1]/', 'https://metadata/', 'https://', 'nothing'],
])('nothing is sent to %s', async (url) => {
  const looked: string[] = []
  const webhooks = connectWebhooks({
    allowsLoopback: false,
    resolve: async (hostname) => {
      looked.push(hostname)
      return []
    },
  })
  const refusal = webhooks.explainUrl(url) ?? 'REQUIRED'
  const reason = sayProblem('en', problem(refusal))
  expect(reason).toMatch(/address|port/)
  expect(await webhooks.send(call(url))).toEqual({ status: null, reason })
  expect(looked).toEqual([])
})

test.each([
  [['127.0.0.1']],
  [['10.1.2.3']],
  [['169.254.169.254']],
  [['::1']],
  [['::ffff:127.0.0.1']],
  [['fd00::1']],
  // One allowed address does not make up for the others.
  [['93.184.215.14', '127.0.0.1']],
  [[]],
])('a name that leads to %j is not called', async (addresses) => {
  const webhooks = connectWebhooks({
    allowsLoopback: false,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })
  expect(webhooks.explainUrl('https://rebound.example/')).toBeNull()
  expect(await webhooks.send(call('https://rebound.example/'))).toEqual({
    status: null,
    reason: 'The name leads to an address that is not on the public internet',
  })
})

test('a name is resolved once per call, for the connection itself, so a second DNS answer changes nothing', async () => {
  const { port, received } = await givenReceiver((_request, response) => response.end())
  // The first answer is allowed on this machine; resolving again would lead elsewhere.
  const answers = [['127.0.0.1'], ['192.0.2.1']]
  let asked = 0
  const webhooks = connectWebhooks({
    allowsLoopback: true,
    resolve: async () => (answers[asked++] ?? []).map((address) => ({ address, family: 4 })),
  })
  expect(await webhooks.send(call(`http://localhost:${port}/`))).toMatchObject({ status: 200 })
  expect(asked).toBe(1)
  expect(await webhooks.send(call(`http://localhost:${port}/`))).toMatchObject({
    status: null,
    reason: 'The name leads to an address that is not on the public internet',
  })
  expect(received).toHaveLength(1)
})

test('in a demo only this machine is called without TLS', async () => {
  const { explainUrl } = connectWebhooks(LOCAL)
  expect(
    ['http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]:9/', 'https://localhost/'].map(explainUrl),
  ).toEqual([null, null, null, null])
  expect(explainUrl('http://example.com/')).not.toBeNull()
  expect(explainUrl('http://10.0.0.1/')).not.toBeNull()
  expect(explainUrl('https://10.0.0.1/')).not.toBeNull()
})
