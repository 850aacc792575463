import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../src/logging/logger.ts'
import { createTestApp } from '../src/testing.ts'

const lines: string[] = []
const testApp = await createTestApp()
const app = await testApp.open({
  logger: createLogger('trace', { write: (line: string) => lines.push(line) }),
})
afterAll(testApp.close)

test('every request is logged once, with an id and its status, and without secrets', async () => {
  const { token } = await testApp.member()
  const secrets = [token, 'the-password-9', 'l_one-time-link', 'c0ffee'.repeat(8)]
  const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  await app.inject({ url: '/api/auth/user', headers: { ...json, cookie: `userToken=${token}` } })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: json,
    payload: { email: 'ann@example.com', password: 'the-password-9' },
  })
  await app.inject({ url: '/?token=l_one-time-link', headers: { accept: 'text/html' } })
  await app.inject({ method: 'POST', url: `/hooks/d/r/${'c0ffee'.repeat(8)}`, payload: '{}' })

  const requests = lines.map((line) => JSON.parse(line)).filter((entry) => entry.req)
  expect(requests.map(({ req }) => req.url)).toEqual([
    '/api/auth/user',
    '/api/auth/login',
    '/',
    '/hooks/d/r/…',
  ])
  expect(new Set(requests.map((entry) => entry.reqId)).size).toBe(4)
  expect(requests.map(({ res }) => res?.statusCode)).toEqual([200, 401, 404, 404])
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
})

/** Send a request as it is written, which no client of HTTP would. */
async function request(target: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1])
}

test('an address that nobody can read is a 404, and neither an error nor its query is logged', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const before = lines.length
  const paths = [
    '//',
    '///',
    '//:80',
    '//[',
    '//a:b:c',
    '/%',
    '/%00',
    '/%zz',
    '/%E0%A4%A',
    '/\\',
    '/\\[',
    '/a//b',
    '/..//',
    '/;x',
  ]
  const absolute = ['http://[/', 'http://[/api/nothing', 'http://x:y/', 'https://localhost//']
  const long = `/${'x'.repeat(8000)}`
  const targets = [...paths, ...absolute, long].map((path) => `${path}?token=l_secret-link`)
  const answers: [string, number][] = []
  for (const target of targets) answers.push([target, await request(target)])
  expect(answers).toEqual(targets.map((target) => [target, 404]))
  expect(await request(`/${'x'.repeat(20_000)}?token=l_secret-link`)).toBe(431)
  expect(await request('?token=l_secret-link')).toBe(400)
  const logged = lines.slice(before).join('')
  expect(logged).not.toContain('l_secret')
  expect(logged).not.toContain('token=')
  expect(lines.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('a call beyond the first wall is refused without an error in the log', async () => {
  const written: string[] = []
  const walled = await testApp.open({
    callsPerMinute: 1,
    logger: createLogger('trace', { write: (line: string) => written.push(line) }),
  })
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await walled.inject('/api/auth/user')).statusCode)
  await walled.close()
  expect(statuses).toEqual([401, 429, 429])
  expect(written.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  expect(written.join('')).not.toContain('stack')
})

test('a partner’s key and a callback’s token are not logged, even if they look like ids', async () => {
  const before = lines.length
  const id = '0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e'
  const urls = [`/postback/${id}`, ...['r', 't', 'q', 'b', 's'].map((kind) => `/hooks/d/${kind}/${id}`)]
  for (const url of urls) await app.inject({ method: 'POST', url, payload: '{}' })
  const logged = lines.slice(before).map((line) => JSON.parse(line).req?.url)
  expect(logged).toEqual(urls.map((url) => url.replace(id, '…')))
})

test('a stranger’s input cannot start a new log line', async () => {
  const before = lines.length
  await app.inject({
    url: '/api/none%0A{"level":60}',
    headers: { 'user-agent': 'x\\n{"level":60,"msg":"forged"}' },
  })
  for (const line of lines.slice(before)) expect(line.trimEnd().split('\n')).toHaveLength(1)
})

test.each([
  ['ends', 'process.exit(0)'],
  ['breaks', 'setImmediate(() => { throw new Error("broken") })'],
  ['goes on', 'process.stdin.resume()'],
])('log lines are written even when the process %s right afterwards', async (_how, end) => {
  const logger = pathToFileURL(path.join(import.meta.dirname, '../src/logging/logger.ts'))
  const program = `import { createLogger } from '${logger}'; createLogger('info').info('the last words'); ${end}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [written] = await once(child.stdout, 'data')
  child.stdin.end()
  expect(JSON.parse(String(written))).toMatchObject({ msg: 'the last words' })
})
