import { givenStaff } from '@chuma/core/admin/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'

const { app, db, deps, close } = await createTestApp()
afterAll(close)

const OLD = 'application/csp-report'
const NEW = 'application/reports+json'
const secret = 'l_c2VjcmV0LXRva2Vu'
let networks = 0

const report = (body: unknown, { type = OLD, address = `203.0.113.${networks++}` } = {}) =>
  app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress: address,
  })

const old = (replaced: object = {}) => ({
  'csp-report': {
    'document-uri': `http://localhost:3000/login?token=${secret}`,
    referrer: `http://localhost:3000/?token=${secret}`,
    'effective-directive': 'script-src-elem',
    'blocked-uri': `https://evil.example/x.js?member=${secret}`,
    'original-policy': "default-src 'none'",
    ...replaced,
  },
})

const list = async () => {
  const { token } = await givenStaff(deps, { role: 'analyst' })
  return (await callRest(app, token, { method: 'GET', url: '/api/admin/csp-reports' })).body
}

test('reports in both formats are counted by kind, without parameters or tokens', async () => {
  const body = {
    documentURL: `http://localhost:3000/survey/0b6f5f0e-6d0f-4a8e-9c0b-2f5d1c7a9e11?token=${secret}`,
    effectiveDirective: 'connect-src',
    blockedURL: `https://tracker.example/${secret}`,
  }
  const answers = [
    await report(old()),
    await report(old()),
    await report(
      [
        { type: 'csp-violation', age: 1, url: 'x', body },
        { type: 'deprecation', body: {} },
      ],
      { type: NEW },
    ),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  const kinds = await list()
  expect(kinds).toEqual([
    {
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      page: '/login',
      reports: 2,
      firstAt: expect.any(String),
      lastAt: expect.any(String),
    },
    expect.objectContaining({
      directive: 'connect-src',
      blocked: 'https://tracker.example',
      page: '/survey/$surveyId',
      reports: 1,
    }),
  ])
  const stored = await sql`select csp_report::text from csp_report`.execute(db)
  expect(JSON.stringify(stored.rows)).not.toContain(secret)
})

test.each([
  ['of another site', old({ 'document-uri': 'https://evil.example/login' })],
  ['without a page', old({ 'document-uri': 'about' })],
  ['with a made-up directive', old({ 'effective-directive': `<script>${secret}` })],
  ['without any of it', { 'csp-report': {} }],
  ['that are something else', ['x', 7, null]],
])('reports %s are not kept', async (_, body) => {
  const before = await list()
  expect((await report(body)).statusCode).toBe(204)
  expect(await list()).toEqual(before)
})

test('other types, long bodies and what is not JSON are refused', async () => {
  expect((await report(old(), { type: 'application/json' })).statusCode).toBe(415)
  expect((await report('x'.repeat(17_000))).statusCode).toBe(413)
  expect((await report('{')).statusCode).toBe(400)
})

test('one network reports sixty times a minute', async () => {
  const codes: number[] = []
  for (let count = 0; count < 61; count++)
    codes.push((await report(old(), { address: '198.51.100.7' })).statusCode)
  expect(codes).toEqual([...Array(60).fill(204), 429])
})

test('five hundred kinds are kept, and made-up ones do not push out a frequent one', async () => {
  await sql`insert into csp_report (directive, blocked, page)
    select 'img-src', 'https://' || number || '.example', 'other' from generate_series(1, 600) as number`.execute(
    db,
  )
  await report(old({ 'blocked-uri': 'https://new.example/' }))
  const { rows } = await sql<{ blocked: string }>`select blocked from csp_report`.execute(db)
  expect(rows).toHaveLength(500)
  const blocked = rows.map((row) => row.blocked)
  expect(blocked).toContain('https://new.example')
  expect(blocked).toContain('https://evil.example')
})

test('security.txt says how to reach the operator, until a date within a year', async () => {
  const { body, headers, statusCode } = await app.inject('/.well-known/security.txt')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const { email } = await deps.product()
  expect(body).toMatch(
    new RegExp(
      `^Contact: mailto:${email}\\nExpires: (\\S+)\\nPreferred-Languages: en, sw\\nCanonical: http://localhost:3000/.well-known/security.txt\\n$`,
    ),
  )
  const expires = Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? '')
  expect(expires - Date.now()).toBeGreaterThan(170 * 24 * 3600_000)
  expect(expires - Date.now()).toBeLessThan(365 * 24 * 3600_000)
})
