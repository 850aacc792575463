import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { watchAnswers } from '../src/openapi/testing.ts'
import { createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const webRoot = await mkdtemp(path.join(tmpdir(), 'chuma-site-'))
await writeFile(path.join(webRoot, 'favicon.svg'), '<svg/>')
for (const name of ['app', '404']) await writeFile(path.join(webRoot, `${name}.html`), '<html></html>')
await writeFile(
  path.join(webRoot, '.pages.json'),
  JSON.stringify({ app: 'app.html', notFound: '404.html', prerendered: {}, patterns: ['/'] }),
)
afterAll(async () => {
  await testApp.close()
  await rm(webRoot, { recursive: true })
})

const throttled = {
  code: 'THROTTLED',
  message: 'Too many tries. Wait a few minutes, then try again.',
  fieldErrors: null,
}

async function openApp(options: { callsPerMinute?: number; isBehindProxy?: boolean } = {}) {
  const app = await buildApp({
    deps: testApp.deps,
    publicUrl: 'http://localhost:3000',
    webRoot,
    demoLogin: null,
    trustProxy: options.isBehindProxy ? (_address, hop) => hop < 1 : false,
    ...(options.callsPerMinute === undefined ? {} : { callsPerMinute: options.callsPerMinute }),
  })
  watchAnswers(app)
  afterAll(() => app.close())
  const get = (url: string, options: { address?: string; forwardedFor?: string } = {}) =>
    app.inject({
      url,
      remoteAddress: options.address ?? '203.0.113.7',
      headers: options.forwardedFor === undefined ? {} : { 'x-forwarded-for': options.forwardedFor },
    })
  return { app, get }
}

const url = '/api/auth/user'

test('a network that calls faster than people do is refused at both doors, before any query', async () => {
  const { app, get } = await openApp({ callsPerMinute: 10 })
  for (let call = 0; call < 10; call++) expect((await get(url)).statusCode).toBe(401)
  for (const spelling of [url, '/%61pi/auth/user', '/trpc/wallet.getTerms', '/trpc/auth.getUser']) {
    const answer = await get(spelling)
    expect([spelling, answer.statusCode, answer.json()]).toEqual([spelling, 429, throttled])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  const post = await app.inject({ method: 'POST', url: '/api/auth/logout', remoteAddress: '203.0.113.7' })
  expect(post.statusCode).toBe(429)
  expect((await get(url, { address: '203.0.113.8' })).statusCode).toBe(401)
})

test('pages, files and health checks are not limited', async () => {
  const { get } = await openApp({ callsPerMinute: 1 })
  for (let call = 0; call < 3; call++) {
    for (const free of ['/', '/favicon.svg', '/healthz', '/readyz'])
      expect((await get(free)).statusCode).toBe(200)
  }
  expect((await get(url)).statusCode).toBe(401)
})

test('a thousand forged X-Forwarded-For addresses count as one caller', async () => {
  const { get } = await openApp({ callsPerMinute: 999 })
  const statuses = []
  for (let call = 0; call < 1000; call++) {
    const random = Array.from({ length: 4 }, () => Math.floor(Math.random() * 256)).join('.')
    statuses.push((await get(url, { forwardedFor: random })).statusCode)
  }
  expect(statuses.slice(0, 999).every((status) => status === 401)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})

test('behind a trusted proxy, each caller counts separately', async () => {
  const { get } = await openApp({ callsPerMinute: 1, isBehindProxy: true })
  expect((await get(url, { forwardedFor: '198.51.100.1' })).statusCode).toBe(401)
  expect((await get(url, { forwardedFor: '198.51.100.2' })).statusCode).toBe(401)
  expect((await get(url, { forwardedFor: '192.0.2.99, 198.51.100.1' })).statusCode).toBe(429)
})

test('an IPv6 customer counts as one caller with all their addresses', async () => {
  const { get } = await openApp({ callsPerMinute: 1 })
  expect((await get(url, { address: '2001:db8:1:2::1' })).statusCode).toBe(401)
  expect((await get(url, { address: '2001:db8:1:2:ffff::9' })).statusCode).toBe(429)
  expect((await get(url, { address: '2001:db8:1:3::1' })).statusCode).toBe(401)
})

test('people behind one address of a carrier get through: three thousand calls a minute', async () => {
  const { get } = await openApp()
  const missing = '/api/surveys/x'
  for (let call = 0; call < 3000; call++) {
    const { statusCode } = await get(missing)
    if (statusCode === 429) throw new Error(`refused after ${call} calls`)
  }
  expect((await get(missing)).statusCode).toBe(429)
})
