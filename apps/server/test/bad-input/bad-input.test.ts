import { givenClient } from '@chuma/core/clients/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { isLongRun, rotate } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import type { HostileCall } from './hostile-call.ts'
import { hostileCalls, SURVEY_ID, tooLong } from './hostile-calls.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const member = await testApp.member({ points: 100 })
const owner = await testApp.owner('input')
await db
  .updateTable('survey')
  .set({ surveyId: SURVEY_ID })
  .where('surveyId', '=', await givenSurvey(db))
  .execute()
const client = await givenClient(testApp.deps)
const tokens = { member: member.token, owner: owner.token, client: client.token }
const tokenOf = (call: HostileCall) => call.who && tokens[call.who]

const cases = Object.entries(hostileCalls).flatMap(([name, call]) => [
  ...Object.entries(call.wrong).flatMap(([field, values]) =>
    values.map(
      (value) => [name, call, field, `${describe(value)}`, { ...call.body, [field]: value }] as const,
    ),
  ),
  ...Object.keys(call.body)
    .filter((field) => !call.optional?.includes(field))
    .map((field) => [name, call, field, 'missing', without(call.body, field)] as const),
  ...['extra', 'constructor', 'isAdmin', 'userId'].map(
    (field) => [name, call, field, 'unknown', { ...call.body, [field]: 'x' }] as const,
  ),
])

const DOORS = ['REST', 'tRPC'] as const

/**
 * Both doors parse with one schema: the first value of each field goes through both, further ones take turns.
 * `npm run test:all` sends every value through both.
 */
function listCasesAt(door: (typeof DOORS)[number]) {
  const seen = new Set<string>()
  return cases.filter(([name, , field, value], index) => {
    const rule = `${name} ${value === 'unknown' ? value : field}`
    const isFirst = !seen.has(rule)
    seen.add(rule)
    return isLongRun || isFirst || DOORS[index % 2] === door
  })
}

function describe(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 40 ? `${json.slice(0, 10)}… (${json.length})` : json
}

function without(body: object, field: string) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}

/** List the fields an answer blames; or the message for keys like `constructor`. */
function blamed(body: unknown): string[] {
  const { fieldErrors } = body as { fieldErrors?: Record<string, string[]> }
  const fields = Object.entries(fieldErrors ?? {}).flatMap(([field, messages]) =>
    messages.map((message) => [field, ...message.split(': ')]),
  )
  return fields.map(([field = '', next = '']) => (field === 'body' ? next : (field.split('.')[0] ?? '')))
}

test.each(listCasesAt('REST'))(
  '%s, %#: a bad field is named over REST',
  async (_name, call, field, _value, body) => {
    const answer = await callRest(app, tokenOf(call), { method: call.method ?? 'POST', url: call.url, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    // Plain text is one sentence for people.
    if (typeof answer.body === 'string') expect(answer.body).toMatch(/\w{3}/)
    else expect(blamed(answer.body)).toContain(field)
  },
)

test.each(listCasesAt('tRPC'))(
  '%s, %#: a bad field is named over tRPC',
  async (_name, call, field, _value, body) => {
    const answer = await callTrpc(app, tokenOf(call), {
      type: 'mutation',
      path: call.path,
      input: { ...call.inPath, ...body },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(blamed(answer.body)).toContain(field)
  },
)

const bodies = ['null', '[]', '"x"', '7', '{', '{"a":1', 'undefined', '\0', '{"__proto__":{"isAdmin":true}}']

test.each(
  Object.entries(hostileCalls).flatMap(([name, call], turn) =>
    rotate(bodies, turn).map((body) => [name, body, call] as const),
  ),
)('%s with the body %j is refused by both doors', async (_name, payload, call) => {
  const headers = {
    'content-type': 'application/json',
    ...(call.who ? { authorization: `Bearer ${tokens[call.who]}` } : {}),
  }
  const rest = await app.inject({ method: call.method ?? 'POST', url: call.url, headers, payload })
  const trpc = await app.inject({ method: 'POST', url: `/trpc/${call.path}`, headers, payload })
  expect([rest.statusCode, trpc.statusCode]).toEqual([400, 400])
  expect(`${rest.body}${trpc.body}`).not.toMatch(/node_modules|at .*\.ts|stack/)
  expect({}).not.toHaveProperty('isAdmin')
})

/** One without required fields may succeed; the typed door takes no call without an input. */
test.each(Object.entries(hostileCalls))(
  '%s without a body is a call without fields over REST',
  async (_name, call) => {
    const send = (payload: string) =>
      app.inject({
        method: call.method ?? 'POST',
        url: call.url,
        headers: {
          'content-type': 'application/json',
          ...(call.who ? { authorization: `Bearer ${tokens[call.who]}` } : {}),
        },
        payload,
      })
    const [absent, empty] = [await send(''), await send('{}')]
    expect(absent.statusCode).toBe(empty.statusCode)
    expect(absent.body).not.toContain('Enter an object')
  },
)

test('a body over the limit is refused before it is read in full', async () => {
  const payload = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(100_000) })
  const headers = { 'content-type': 'application/json' }
  const rest = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  const trpc = await app.inject({ method: 'POST', url: '/trpc/auth.login', headers, payload })
  expect([rest.statusCode, trpc.statusCode]).toEqual([413, 413])
})

test('a malformed id in a path is named', async () => {
  for (const url of ['/api/surveys/x', '/api/surveys/%00', `/api/surveys/${tooLong.slice(0, 500)}`]) {
    const answer = await callRest(app, member.token, { method: 'GET', url })
    expect(answer.status).toBe(400)
    expect(blamed(answer.body)).toEqual(['id'])
  }
})

test('a missing session id is named at both doors', async () => {
  for (const id of ['x', '%00', tooLong.slice(0, 500)]) {
    const rest = await callRest(app, member.token, { method: 'DELETE', url: `/api/account/sessions/${id}` })
    const trpc = await callTrpc(app, member.token, {
      type: 'mutation',
      path: 'account.endSession',
      input: { id },
    })
    expect([rest.status, trpc.status]).toEqual([400, 400])
    expect([blamed(rest.body), blamed(trpc.body)]).toEqual([['id'], ['id']])
  }
})

test.each([
  ['/api/video-tasks/ID/open', 'tasks.openTask'],
  ['/api/ad-tasks/ID/open', 'tasks.openTask'],
  ['/api/video-tasks/ID/watch', 'tasks.watchVideo'],
  ['/api/affiliate-links/ID/click', 'tasks.openLink'],
])('a malformed id is named by %s and its procedure', async (address, path) => {
  for (const id of ['x', '1', tooLong.slice(0, 500), "' or 1=1"]) {
    const url = address.replace('ID', encodeURIComponent(id))
    const rest = await callRest(app, member.token, { method: 'POST', url })
    const trpc = await callTrpc(app, member.token, { type: 'mutation', path, input: { id } })
    expect([rest.status, trpc.status]).toEqual([400, 400])
    expect([blamed(rest.body), blamed(trpc.body)]).toEqual([['id'], ['id']])
  }
  for (const input of [undefined, null, {}, { id: 7 }, { id: SURVEY_ID, extra: 1 }]) {
    const trpc = await callTrpc(app, member.token, { type: 'mutation', path, input })
    expect(trpc.status).toBe(400)
  }
})

test('hostile tokens count as no one', async () => {
  for (const token of [
    'x',
    'u_',
    `u_${'A'.repeat(65)}`,
    owner.token.replace('a_', 'u_'),
    member.token.replace('u_', 'a_'),
    "' or 1=1",
  ]) {
    const answer = await callRest(app, token, { method: 'GET', url: '/api/auth/user' })
    expect(answer.status).toBe(401)
  }
})
