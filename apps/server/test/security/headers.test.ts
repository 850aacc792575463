import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { crawl, type Visit } from './crawl.ts'
import { givenSite } from './given-site.ts'

const testApp = await createTestApp()
const site = await givenSite()
const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
let economy = testApp.deps.economy
const app = await testApp.open({
  deps: { ...testApp.deps, economy: () => economy() },
  publicUrl: 'https://chuma.example',
  webRoot: site.webRoot,
})
afterAll(async () => {
  await testApp.close()
  await site.remove()
})

const page = { accept: 'text/html,*/*' }
const json = { 'content-type': 'application/json' }

/** Refusals and failures that a crawl does not cause. */
async function meetTrouble(): Promise<Visit[]> {
  const visits: Visit[] = []
  const visit = async (
    method: 'GET' | 'POST',
    url: string,
    rest: Pick<InjectOptions, 'headers' | 'payload'> = {},
  ) => {
    const answer = await app.inject({ method, url, ...rest })
    visits.push({ name: `${method} ${url} (${answer.statusCode})`, method, answer })
  }
  for (const url of ['/', '/surveys', '/no/such/page', '/sw.js', '/manifest.webmanifest'])
    await visit('GET', url, { headers: page })
  for (const url of ['/api/none', '/trpc/none', '/assets/none.js', '/api/%zz', '/trpc/%zz', '/dev/mailbox']) {
    await visit('GET', url)
  }
  for (const url of ['/api/auth/login', '/trpc/auth.login']) {
    await visit('POST', url, { headers: { ...json, origin: 'https://evil.example' }, payload: '{}' })
    await visit('POST', url, { headers: { 'content-type': 'text/plain' }, payload: '{}' })
    await visit('POST', url, { headers: json, payload: `{"email":"${'x'.repeat(100_000)}"}` })
    await visit('POST', url, { headers: json, payload: '{' })
    await visit('POST', url)
  }
  await visit('GET', '/trpc/auth.login')
  economy = () => Promise.reject(new Error('a bug'))
  await visit('GET', '/trpc/wallet.getTerms')
  economy = () => Promise.reject(outage)
  await visit('GET', '/trpc/wallet.getTerms')
  economy = testApp.deps.economy
  return visits
}

const visits = [...(await crawl(testApp, app)), ...(await meetTrouble())]
const isPage = ({ answer }: Visit) =>
  answer.headers['content-type']?.toString().startsWith('text/html') ?? false

test('the crawl met every kind of answer', () => {
  const statuses = new Set(visits.map(({ answer }) => answer.statusCode))
  for (const status of [200, 201, 302, 400, 401, 403, 404, 405, 413, 415, 500, 503]) {
    expect([status, statuses.has(status)]).toEqual([status, status !== 201])
  }
  expect(visits.filter(isPage).length).toBeGreaterThan(3)
  expect(visits.length).toBeGreaterThan(150)
})

/** The names of all wrong answers, not only the first. */
const namesOf = (isWrong: (headers: Record<string, string>, visit: Visit) => boolean, among = visits) =>
  among
    .filter((visit) => isWrong(visit.answer.headers as Record<string, string>, visit))
    .map(({ name }) => name)

test.each([
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
])('every answer, whatever its status, carries %s: %s', (header, value) => {
  expect(namesOf((headers) => headers[header] !== value)).toEqual([])
})

/** YouTube's cookie-free player, for the videos that members watch. */
const PLAYER = 'frame-src https://www.youtube-nocookie.com'

test('every answer has a content policy that allows no plug-in, no other base and nothing foreign but the video player', () => {
  const isLax = (headers: Record<string, string>) => {
    const policy = (headers['content-security-policy'] ?? '').replace(PLAYER, '')
    const directives = new Set(policy.split(';').map((part) => part.trim()))
    return (
      !["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].every((each) =>
        directives.has(each),
      ) ||
      [...directives].some((each) => each.startsWith('object-src') && each !== "object-src 'none'") ||
      /unsafe|https?:|\*/.test(policy)
    )
  }
  expect(namesOf(isLax)).toEqual([])
})

test('no answer sets a cookie, allows another origin or names the software', () => {
  const telling = /^(set-cookie|access-control-.*|server|x-powered-by|via)$/
  expect(namesOf((headers) => Object.keys(headers).some((name) => telling.test(name)))).toEqual([])
  const isNamed = (headers: Record<string, string>, visit: Visit) =>
    /fastify|node_modules|postgres|kysely|node\/|v20\.\d/i.test(
      JSON.stringify(headers) + (isPage(visit) ? '' : visit.answer.body),
    )
  expect(namesOf(isNamed)).toEqual([])
})

test('every body has a content type, and every text an encoding', () => {
  const isMute = (headers: Record<string, string>, { answer }: Visit) => {
    const type = headers['content-type'] ?? ''
    if (answer.body === '') return false
    if (/^[{[]/.test(answer.body)) return !/^application\/(manifest\+)?json(; charset=utf-8)?$/.test(type)
    return !/^(application|image|font)\/[\w.+-]+$|; charset=utf-8$/.test(type)
  }
  expect(namesOf(isMute)).toEqual([])
})

test('redirects lead only to pages of this site', () => {
  const isForeign = (headers: Record<string, string>) =>
    headers.location !== undefined && !/^\/(?![/\\])/.test(headers.location)
  expect(namesOf(isForeign)).toEqual([])
  expect(namesOf((headers) => headers.location !== undefined).length).toBeGreaterThan(0)
})

test('answers of the doors, errors included, are never cached', () => {
  const doors = visits.filter(({ name }) => / \/(api|trpc)\//.test(name))
  expect(doors.length).toBeGreaterThan(100)
  expect(namesOf((headers) => headers['cache-control'] !== 'no-store', doors)).toEqual([])
})

test('no other origin is allowed, whichever asks and however', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://chuma.example.evil.example',
    'https://chuma.example',
  ]) {
    for (const url of ['/', '/api/auth/user', '/trpc/auth.getUser', '/healthz', '/api/openapi.json']) {
      const asked = await app.inject({ url, headers: { ...page, origin } })
      const before = await app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })
      for (const { headers } of [asked, before]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  }
})

test('a page repeats nothing of its address', async () => {
  const shell = await app.inject({ url: '/', headers: page })
  const address = '/%3Cscript%3Ealert(1)%3C/script%3E?q=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E'
  const { body } = await app.inject({ url: address, headers: page })
  const withoutNonce = (text: string) => text.replace(/nonce="[^"]+"/g, '')
  expect(withoutNonce(body)).toBe(withoutNonce(shell.body))
})
