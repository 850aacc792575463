import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createLogger } from '../src/create-logger.ts'
import { watchAnswers } from '../src/openapi/testing.ts'
import { createTestApp } from '../src/testing.ts'

const lines: string[] = []
const testApp = await createTestApp()
const app = await buildApp({
  deps: testApp.deps,
  publicUrl: 'http://localhost:3000',
  webRoot: '/nonexistent',
  demoLogin: null,
  trustProxy: false,
  logger: createLogger('trace', { write: (line: string) => lines.push(line) }),
})
watchAnswers(app)
afterAll(async () => {
  await app.close()
  await testApp.close()
})

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
  const logger = pathToFileURL(path.join(import.meta.dirname, '../src/create-logger.ts'))
  const program = `import { createLogger } from '${logger}'; createLogger('info').info('the last words'); ${end}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [written] = await once(child.stdout, 'data')
  child.stdin.end()
  expect(JSON.parse(String(written))).toMatchObject({ msg: 'the last words' })
})
