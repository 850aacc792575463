import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createEconomyReader } from '@chuma/core/economy'
import { createDb } from '@chuma/db/client'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../src/testing.ts'

const webRoot = await mkdtemp(path.join(tmpdir(), 'chuma-site-'))
await mkdir(path.join(webRoot, 'assets'))
const script = 'console.log("a site")'
await writeFile(path.join(webRoot, 'assets/main-abc123.js'), script)
await writeFile(path.join(webRoot, 'assets/main-abc123.js.br'), brotliCompressSync(script))
await writeFile(path.join(webRoot, 'favicon.svg'), '<svg/>')
for (const name of ['app', '404']) await writeFile(path.join(webRoot, `${name}.html`), '<p>a page</p>')
await writeFile(
  path.join(webRoot, '.pages.json'),
  JSON.stringify({ app: 'app.html', notFound: '404.html', prerendered: {}, patterns: ['/'] }),
)

const testApp = await createTestApp()
const { deps } = testApp
const app = await testApp.open({
  webRoot,
})
afterAll(async () => {
  await testApp.close()
  await rm(webRoot, { recursive: true })
})
const member = await testApp.member({ points: 5 })
const authorization = `Bearer ${member.token}`
const page = { accept: 'text/html,*/*' }

test('only pages get the app’s shell: every other unknown address is a JSON 404', async () => {
  for (const url of [
    '/api/nothing',
    '/trpc/nothing.here',
    '/hooks/x',
    '/dev/mailbox',
    '/assets/none.js',
    '/api/surveys/1/2',
  ]) {
    const answer = await app.inject({ url, headers: page })
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.headers['content-type']).toContain('application/json')
  }
  const noPage = await app.inject({ url: '/no/such/page', headers: { accept: 'application/json' } })
  expect(noPage.statusCode).toBe(404)
  expect(noPage.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('hashed files are cached for ever and compressed, others are revalidated', async () => {
  const asset = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
  expect(asset.headers['content-encoding']).toBe('br')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const icon = await app.inject({ url: '/favicon.svg' })
  expect(icon.headers['cache-control']).toBe('no-cache')
})

test.each([
  ['text/plain', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/jsonx', 415],
  ['application/json; charset=utf-8', 200],
])('a mutation sent as %s answers %i at both doors', async (type, status) => {
  for (const url of ['/trpc/auth.logout', '/api/auth/logout']) {
    const { token } = await testApp.member()
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const answer = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: type.includes('json') ? '' : '--x--',
    })
    expect([url, answer.statusCode]).toEqual([url, status])
    const after = await app.inject({ url: '/api/auth/user', headers: { authorization: `Bearer ${token}` } })
    expect(after.statusCode).toBe(status === 200 ? 401 : 200)
  }
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a mutation from a foreign page (%j) is refused', async (headers) => {
  for (const url of ['/trpc/auth.logout', '/api/auth/logout']) {
    const answer = await app.inject({ method: 'POST', url, headers: { ...headers, authorization } })
    expect(answer.statusCode).toBe(403)
  }
  const still = await app.inject({ url: '/api/auth/user', headers: { authorization } })
  expect(still.statusCode).toBe(200)
})

test('another spelling of a door’s address reaches the same door', async () => {
  for (const url of ['/%74rpc/auth.logout', '/%61pi/auth/logout']) {
    const { token } = await testApp.member()
    const headers = { authorization: `Bearer ${token}` }
    const foreign = { ...headers, origin: 'https://evil.example' }
    expect((await app.inject({ method: 'POST', url, headers: foreign })).statusCode).toBe(403)
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
    expect((await app.inject({ method: 'POST', url, headers: form, payload: '--x--' })).statusCode).toBe(415)
    const own = { ...headers, 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url, headers: own, payload: '' })).statusCode).toBe(200)
  }
  for (const url of ['/trpc/%E0%A4%A', '/api/%zz']) {
    expect((await app.inject({ method: 'POST', url, headers: { authorization } })).statusCode).toBe(404)
  }
})

test('both doors say when the database cannot be reached', async () => {
  const unreachable = createDb('postgres://nobody@127.0.0.1:1/none', { max: 1 })
  const orphan = await testApp.open({
    deps: { ...deps, db: unreachable, economy: createEconomyReader(unreachable) },
    webRoot,
  })
  try {
    const rest = await orphan.inject({ url: '/api/auth/user', headers: { authorization } })
    expect([rest.statusCode, rest.json().code, rest.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '5',
    ])
    const trpc = await orphan.inject('/trpc/wallet.getTerms')
    expect([trpc.statusCode, trpc.json().error.json.data.appCode]).toEqual([503, 'UNAVAILABLE'])
    expect(trpc.headers['retry-after']).toBe('5')
  } finally {
    await orphan.close()
    await unreachable.destroy()
  }
})

test('mutations cannot be batched, and queries only up to ten', async () => {
  const json = { 'content-type': 'application/json' }
  for (const url of [
    '/trpc/auth.logout,auth.logout?batch=1',
    '/trpc/auth.logout%2Cauth.logout?batch=1',
    '/trpc/auth.logout?batch=1',
  ]) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...json, authorization },
      payload: '{"0":{},"1":{}}',
    })
    expect(answer.statusCode).toBe(400)
  }
  const batch = (n: number) => Array.from({ length: n }, () => 'wallet.getTerms').join(',')
  expect((await app.inject(`/trpc/${batch(10)}?batch=1&input=%7B%7D`)).statusCode).toBe(200)
  expect((await app.inject(`/trpc/${batch(11)}?batch=1&input=%7B%7D`)).statusCode).toBe(400)
})

test('readiness needs the database, liveness does not', async () => {
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  const closing = await createTestApp()
  expect((await closing.app.inject('/readyz')).statusCode).toBe(200)
  await closing.deps.db.destroy()
  expect((await closing.app.inject('/healthz')).statusCode).toBe(200)
  expect((await closing.app.inject('/readyz')).statusCode).toBe(503)
  await closing.close()
})

test('the OpenAPI document covers the REST door only', async () => {
  const { openapi, paths, components } = (await app.inject('/api/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/api/auth/login', '/api/withdrawals', '/api/surveys/{id}']),
  )
  expect(Object.keys(paths).filter((name) => !name.startsWith('/api/'))).toEqual([])
  expect(paths['/api/withdrawals'].post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/RequestWithdrawalInput',
  })
  expect(components.schemas.RequestWithdrawalInput).toMatchObject({ oneOf: expect.anything() })
  expect((await app.inject('/api/docs/')).statusCode).toBe(200)
})
