import { givenClient } from '@chuma/core/clients/testing'
import { rotate } from '@chuma/db/testing'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { fingerprint } from '../access/fingerprint.ts'
import { fillPath, listPaths, methodsAt, type Path } from './list-paths.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const owner = await testApp.owner('every-path')
const member = await testApp.member({ points: 10, premium: true })
const client = await givenClient(testApp.deps)
const paths = await listPaths(app)
/**
 * Tables that change even when a call fails: counts of attempts, who was last seen when, which list was sent, and who looked at
 * payout details.
 */
const BESIDE = [
  'throttle',
  'session',
  'staff_session',
  'client_session',
  'member_seen',
  'task_list_view',
  'audit_entry',
  // Counted again for anyone who reads the figures.
  'staff_figures',
]
const before = await fingerprint(db, BESIDE)
const known = new Set(
  (await db.selectFrom('auditEntry').select('action').distinct().execute()).map(({ action }) => action),
)

type Answer = Awaited<ReturnType<typeof send>>

function send(url: string, call: Pick<InjectOptions, 'method' | 'payload' | 'headers'>) {
  const { token } = url.startsWith('/api/admin') ? owner : url.startsWith('/api/client/') ? client : member
  return app.inject({ ...call, url, headers: { authorization: `Bearer ${token}`, ...call.headers } })
}

const json = (payload: string) => ({ headers: { 'content-type': 'application/json' }, payload })
const methodOf = ({ method }: Path) => method as 'POST'

/** The one call whose errors are plain text: one sentence, which names no field. */
const isText = ({ method, path }: Pick<Path, 'method' | 'path'>) =>
  method === 'POST' && path === '/api/withdrawals'

/** Read the reason of a refusal from JSON, or from the plain text of the one call that SPEC wants it for. */
function saysWhy(answer: Answer, { method, path }: Pick<Path, 'method' | 'path'>): string {
  expect(answer.body).not.toMatch(/node_modules|at .*\.[jt]s|stack|kysely|select /i)
  if (isText({ method, path })) {
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    return answer.body
  }
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  const { message, fieldErrors } = answer.json()
  expect(message).toMatch(/\w{3}/)
  return fieldErrors === null ? message : JSON.stringify(fieldErrors)
}

/** The fields that choose the variant of a body: only with them is it known which others it may have. */
function kindOf(body: Path['body']): Record<string, unknown> {
  const { oneOf = [], anyOf = oneOf } = { ...body } as { oneOf?: Schema[]; anyOf?: Schema[] }
  return Object.fromEntries(
    Object.entries(anyOf[0]?.properties ?? {}).flatMap(([name, { const: only }]) =>
      only ? [[name, only]] : [],
    ),
  )
}
/** Where no field is required, no body is a body without fields. */
function emptyFor({ body }: Path): string[] {
  const { properties, required } = { ...body } as Schema
  return properties && !required?.length ? [] : ['']
}
type Schema = { required?: string[]; properties?: Record<string, { const?: unknown }> }

const named = (some: Path[]) => some.map((path, turn) => [path.name, path, turn] as const)
const changing = paths.filter(({ method }) => method !== 'GET')
const reading = paths.filter(({ method }) => method === 'GET')

test('the paths are those of the server, each with an address', () => {
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter(({ url }) => url.includes(':'))).toEqual([])
})

const INVALID_JSON = ['{', '{"a":1', 'undefined', '\0', "{'a':1}", '{"__proto__":{"isAdmin":true}}']
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'x',
]

test.each(named(changing))('%s refuses invalid JSON, and other content types', async (_, path, turn) => {
  const method = methodOf(path)
  for (const payload of rotate(INVALID_JSON, turn)) {
    const answer = await send(path.url, { method, ...json(payload) })
    expect([payload, answer.statusCode, answer.body]).toEqual([payload, 400, expect.anything()])
    expect(saysWhy(answer, path)).toContain(isText(path) ? 'Not valid JSON' : 'body')
  }
  for (const type of rotate(OTHER_TYPES, turn)) {
    const answer = await send(path.url, { method, headers: { 'content-type': type }, payload: '{}' })
    expect([type, answer.statusCode]).toEqual([type, 415])
    saysWhy(answer, path)
  }
})

test.each(named(changing.filter(({ body }) => body)))(
  '%s takes one object, without unknown fields',
  async (_, path, turn) => {
    const method = methodOf(path)
    for (const payload of rotate([...emptyFor(path), 'null', '[]', '[{}]', '"x"', '7', 'true'], turn)) {
      const answer = await send(path.url, { method, ...json(payload) })
      expect([payload, answer.statusCode]).toEqual([payload, 400])
      expect(saysWhy(answer, path)).toMatch(/body|[A-Z]/)
    }
    for (const field of ['notAField', 'constructor', 'isAdmin']) {
      const payload = JSON.stringify({ ...kindOf(path.body), [field]: 'x' })
      const answer = await send(path.url, { method, ...json(payload) })
      expect([field, answer.statusCode]).toEqual([field, 400])
      expect(saysWhy(answer, path)).toContain(isText(path) ? 'required fields' : field)
    }
  },
)

const HOSTILE_IDS = [
  'x',
  '1',
  '-1',
  '%00',
  '%F0%9F%98%80',
  "'%20or%201=1",
  '..%2f..%2fetc',
  '{}',
  'a'.repeat(900),
]

test.each(named(paths.filter(({ params }) => params.length > 0)))(
  '%s names the malformed id of its path',
  async (_, path, turn) => {
    for (const param of path.params) {
      for (const hostile of rotate(HOSTILE_IDS, turn)) {
        const url = fillPath(path.path, { [param]: hostile })
        const answer = await send(url, { method: methodOf(path), ...(path.body ? json('{}') : {}) })
        expect([hostile, answer.statusCode]).toEqual([hostile, 400])
        expect(saysWhy(answer, path)).toContain(`"${param}"`)
      }
    }
  },
)

test.each(named(reading))('%s names the wrong parameter of its query', async (_, path, turn) => {
  const refused = async (query: string, field: string) => {
    const answer = await send(`${path.url}?${query}`, { method: 'GET' })
    expect([query, answer.statusCode]).toEqual([query, 400])
    expect(saysWhy(answer, path)).toContain(field)
  }
  await refused('notAField=1', 'notAField')
  await refused('constructor=1', 'constructor')
  const { properties = {} } = path.query ?? {}
  for (const cursor of ['after', 'before'].filter((each) => each in properties)) {
    for (const value of rotate(['x', '', '-1', '%00', "'", `${'9'.repeat(40)}`], turn))
      await refused(`${cursor}=${value}`, cursor)
  }
  if (!('limit' in properties)) return
  for (const limit of rotate(['100000', '0', '-1', '1.5', 'all', '1e9', '', '1&limit=2'], turn))
    await refused(`limit=${limit}`, 'limit')
})

test.each(named(reading))('%s answers HEAD like GET, without a body', async (_, path) => {
  const [head, get] = [await send(path.url, { method: 'HEAD' }), await send(path.url, { method: 'GET' })]
  expect([head.statusCode, head.body]).toEqual([get.statusCode, ''])
  expect(head.headers['content-type']).toEqual(get.headers['content-type'])
  expect(get.statusCode).toBeLessThan(500)
})

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const
const addresses = [...new Map(paths.map((path) => [path.path, path])).values()]

test.each(addresses.map((path) => [path.path, path] as const))('%s lists its methods', async (_, path) => {
  const methods = methodsAt(paths, path.url)
  const allow = methods.join(', ')
  const options = await send(path.url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example' },
  })
  expect([options.statusCode, options.body, options.headers.allow]).toEqual([204, '', allow])
  expect(Object.keys(options.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  for (const method of METHODS.filter((each) => !methods.includes(each))) {
    // The type leaves out methods that browsers do not send; other clients can.
    const answer = await send(path.url, { method: method as 'GET' })
    expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, allow])
    expect(saysWhy(answer, { method, path: '' })).toBe('Method not allowed')
  }
})

test.each(addresses.map(({ path, url }) => [path, url] as const))(
  'nothing is served below %s',
  async (_, url) => {
    for (const beyond of [`${url}/nothing/here`, `${url}%20`, url.toUpperCase()]) {
      const answer = await send(beyond, { method: 'GET', headers: { accept: 'text/html' } })
      const isOneOfThem = methodsAt(paths, beyond).length > 1
      if (isOneOfThem) expect(answer.statusCode).toBeLessThan(500)
      else
        expect([beyond, answer.statusCode, saysWhy(answer, { method: 'GET', path: '' })]).toEqual([
          beyond,
          404,
          'Not found',
        ])
    }
  },
)

test.each(named(changing))('%s refuses a malformed Idempotency-Key, and names it', async (_, path, turn) => {
  for (const key of rotate(['', '  ', 'x'.repeat(256), 'two words', 'ä'], turn)) {
    const answer = await send(path.url, { method: methodOf(path), headers: { 'idempotency-key': key } })
    expect([key, answer.statusCode]).toEqual([key, 400])
    expect(saysWhy(answer, path)).toContain('Idempotency-Key')
  }
})

test('none of these calls changed anything', async () => {
  expect(await fingerprint(db, BESIDE)).toEqual(before)
  const written = await db.selectFrom('auditEntry').select('action').distinct().execute()
  // Reading where money goes is on record.
  const fresh = written.map(({ action }) => action).filter((action) => !known.has(action))
  expect(fresh.sort()).toEqual(['payouts.exported', 'withdrawal.details-shown'])
})
