import { givenClient } from '@chuma/core/clients/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { isLongRun, rotate } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import { listProcedures } from '../security/list-routes.ts'
import { type HostileCall, hostileCalls } from './hostile-calls.ts'
import { SURVEY_ID } from './samples.ts'
import { listWrong, tooLong } from './wrong-values.ts'

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

type Case = { call: HostileCall; field: string; value: unknown; body: Record<string, unknown> }

const wrong = hostileCalls.flatMap((call) =>
  Object.entries({ ...call.body, ...call.alternatives }).flatMap(([field, right]) =>
    listWrong(call.path, field, right).map(
      (value): Case => ({ call, field, value, body: { ...call.body, [field]: value } }),
    ),
  ),
)
const unknown = hostileCalls.flatMap((call) =>
  ['extra', 'constructor', 'isAdmin', 'userId'].map(
    (field): Case => ({ call, field, value: 'unknown', body: { ...call.body, [field]: 'x' } }),
  ),
)
const missing = hostileCalls.flatMap((call) =>
  call.required.map((field): Case => ({ call, field, value: 'missing', body: without(call.body, field) })),
)

const schemas = new Map(listProcedures().map(({ path, inputs: [schema] }) => [path, schema as z.ZodType]))

/** Whether the schema, which both doors parse with, refuses a value. Some rules need the database: the handler refuses those. */
function isRefusedBySchema({ call, field, body }: Case): boolean {
  const { error } = schemas.get(call.path)?.safeParse({ ...call.inPath, ...body }) ?? {}
  return error?.issues.some(({ path: [first], ...issue }) => first === field || 'keys' in issue) ?? false
}

/** What goes through both doors: one value of each field, and those that a schema leaves to the handler. */
const atDoors = [...wrong, ...missing, ...unknown].filter(
  (each, index, all) => isLongRun || isFirstOfField(each, all[index - 1]) || !isRefusedBySchema(each),
)

function isFirstOfField({ call, field, value }: Case, before: Case | undefined): boolean {
  return before?.call !== call || (value !== 'unknown' && before.field !== field)
}

const named = (cases: Case[]) =>
  cases.map((each) => [each.call.name, each.field, describe(each.value), each] as const)

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

test('every wrong value of every field is refused by the schema, or at the doors', () => {
  expect(wrong.length).toBeGreaterThan(3000)
  const doubtful = [...wrong, ...missing, ...unknown].filter((each) => !isRefusedBySchema(each))
  expect(doubtful.filter((each) => !atDoors.includes(each))).toEqual([])
})

test.each(named(atDoors))(
  '%s names the bad field %s over REST: %s',
  async (_name, field, _value, { call, body }) => {
    const answer = await callRest(app, tokenOf(call), { method: call.method, url: call.url, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    // Plain text is one sentence for people.
    if (typeof answer.body === 'string') expect(answer.body).toMatch(/\w{3}/)
    else expect(blamed(answer.body)).toContain(field)
  },
)

test.each(named(atDoors))(
  '%s names the bad field %s over tRPC: %s',
  async (_name, field, _value, { call, body }) => {
    const { path, inPath } = call
    const answer = await callTrpc(app, tokenOf(call), {
      type: 'mutation',
      path,
      input: { ...inPath, ...body },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(blamed(answer.body)).toContain(field)
  },
)

const bodies = ['null', '[]', '"x"', '7', '{', '{"a":1', 'undefined', '\0', '{"__proto__":{"isAdmin":true}}']

test.each(
  hostileCalls.flatMap((call, turn) => rotate(bodies, turn).map((body) => [call.name, body, call] as const)),
)('%s with the body %j is refused by both doors', async (_name, payload, call) => {
  const headers = {
    'content-type': 'application/json',
    ...(call.who ? { authorization: `Bearer ${tokens[call.who]}` } : {}),
  }
  const rest = await app.inject({ method: call.method, url: call.url, headers, payload })
  const trpc = await app.inject({ method: 'POST', url: `/trpc/${call.path}`, headers, payload })
  expect([rest.statusCode, trpc.statusCode]).toEqual([400, 400])
  expect(`${rest.body}${trpc.body}`).not.toMatch(/node_modules|at .*\.ts|stack/)
  expect({}).not.toHaveProperty('isAdmin')
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
