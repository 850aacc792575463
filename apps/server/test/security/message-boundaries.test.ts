import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app } = testApp
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(testApp.close)
const { port } = app.server.address() as AddressInfo

/** Write raw bytes, read until the server closes, and return the statuses of all responses. */
async function send(text: string): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.end(text, 'latin1')
  await once(socket, 'close')
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

test('a message with a clear end is answered, and so is the one behind it', async () => {
  expect(await send(post('Content-Length: 2', '{}') + SMUGGLED)).toEqual([400, 200])
  expect(await send(post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n') + SMUGGLED)).toEqual([
    400, 200,
  ])
})

test.each([
  ['both a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2', '0\r\n\r\n'],
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 40', '{}'],
  ['a list of lengths', 'Content-Length: 2, 40', '{}'],
  ['a length with a sign', 'Content-Length: +2', '{}'],
  ['a length in hexadecimal', 'Content-Length: 0x2', '{}'],
  ['a negative length', 'Content-Length: -1', '{}'],
  ['a space before the colon', 'Transfer-Encoding : chunked', '0\r\n\r\n'],
  ['an unknown coding', 'Transfer-Encoding: xchunked', '0\r\n\r\n'],
  ['chunked not last', 'Transfer-Encoding: chunked, identity', '0\r\n\r\n'],
  ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 2', '{}'],
  ['a bare line feed', 'X: y\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['an invalid chunk size', 'Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'],
])('a message with %s is refused, and nothing behind it is read as another', async (_name, headers, body) => {
  const statuses = await send(post(headers, body) + SMUGGLED)
  expect(statuses).toHaveLength(1)
  expect(statuses[0]).toBeGreaterThanOrEqual(400)
  expect(statuses[0]).toBeLessThan(500)
})

test('a head that never ends is refused', async () => {
  expect(await send(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toEqual([431])
})
