import { Script } from 'node:vm'
import { givenClient } from '@chuma/core/clients/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createTestApp } from '../../src/testing.ts'
import { type HostileCall, hostileCalls } from '../bad-input/hostile-calls.ts'
import { listProcedures } from './list-routes.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const member = await testApp.member({ points: 10 })
const owner = await testApp.owner('hostile')
const client = await givenClient(testApp.deps)
const tokens = { member: member.token, owner: owner.token, client: client.token }
const bearer = (who: HostileCall['who']) => (who ? { authorization: `Bearer ${tokens[who]}` } : {})

const calls = hostileCalls.map((call) => [call.name, call] as const)
const postTyped = ({ who, path }: HostileCall, payload: object) =>
  app.inject({
    method: 'POST',
    url: `/trpc/${path}`,
    headers: { ...bearer(who), 'content-type': 'application/json' },
    payload,
  })

/** What superjson makes of a value annotated this way. */
const ANNOTATIONS = [
  ['Date', '2026-01-01T00:00:00Z'],
  ['regexp', '/(a+)+$/'],
  ['map', [['a', 1]]],
  ['set', ['a']],
  ['bigint', '7'],
  ['URL', 'https://evil.example/'],
  ['Error', { name: 'Error', message: 'x' }],
  ['number', 'NaN'],
  [['symbol', 'x'], 'x'],
  [['class', 'Object'], {}],
  [['custom', 'x'], 'x'],
  ['nonsense', 'x'],
] as const

test.each(calls)('%s accepts no value of a type that only superjson can express', async (_name, call) => {
  const [field = ''] = Object.keys(call.body)
  for (const [annotation, value] of ANNOTATIONS) {
    const json = { ...call.inPath, ...call.body, [field]: value }
    const answer = await postTyped(call, { json, meta: { values: { [field]: [annotation] } } })
    expect([annotation, answer.statusCode]).toEqual([annotation, 400])
    expect(answer.body).not.toMatch(/node_modules|at .*\.ts|stack/)
  }
})

test.each(calls)('%s changes no prototype, whatever its annotations point at', async (_name, call) => {
  const json = { ...call.inPath, ...call.body }
  const [field = ''] = Object.keys(json)
  for (const target of ['__proto__.isAdmin', 'constructor.prototype.isAdmin', `${field}.__proto__.isAdmin`]) {
    for (const meta of [
      { values: { [target]: ['undefined'] } },
      { referentialEqualities: { [field]: [target] } },
    ]) {
      expect((await postTyped(call, { json, meta })).statusCode).toBe(400)
    }
  }
  expect({}).not.toHaveProperty('isAdmin')
})

const LONG = [
  `${'a'.repeat(60_000)}!`,
  `a${' '.repeat(60_000)}b`,
  `${'a.'.repeat(30_000)}@`,
  `a@${'a-'.repeat(30_000)}.com`,
  `+254${'0'.repeat(60_000)}x`,
  `${'0-'.repeat(30_000)}x`,
  '\u200b'.repeat(20_000),
  '\u0301'.repeat(30_000),
]

/** Stops a pattern that backtracks: it would run for years, and nothing else can interrupt it. */
function runOrStop(act: () => void): void {
  Object.assign(globalThis, { act })
  new Script('act()').runInThisContext({ timeout: 20_000 })
}

test.each(calls)(
  'sixty thousand hostile characters in a field of %s are refused without backtracking',
  (_name, call) => {
    const [schema] = listProcedures().find(({ path }) => path === call.path)?.inputs ?? []
    expect(schema).toBeInstanceOf(z.ZodType)
    for (const field of Object.keys(call.body)) {
      for (const text of LONG) {
        const input = { ...call.inPath, ...call.body, [field]: text }
        runOrStop(() =>
          expect([field, (schema as z.ZodType).safeParse(input).success]).toEqual([field, field === 'csv']),
        )
      }
    }
  },
)

test('a path is decoded once: a doubly encoded id is not an id', async () => {
  const surveyId = await givenSurvey(db)
  const encode = (text: string) => [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
  const get = async (id: string) =>
    (await app.inject({ url: `/api/surveys/${id}`, headers: bearer('member') })).statusCode
  expect(await get(surveyId)).toBe(200)
  expect(await get(encode(surveyId))).toBe(200)
  expect(await get(encode(surveyId).replaceAll('%', '%25'))).toBe(400)
})

test('a parameter that comes twice, in pieces or in the wrong place is refused', async () => {
  for (const query of [
    'limit=1&limit=2',
    'limit[]=1',
    'limit[0]=1',
    'limit=1&LIMIT=2',
    '__proto__=1',
    'constructor=1',
  ]) {
    const answer = await app.inject({ url: `/api/points-transactions?${query}`, headers: bearer('member') })
    expect([query, answer.statusCode]).toEqual([query, 400])
  }
  const body = { status: 'approved', id: '11111111-1111-4111-8111-111111111111' }
  const decision = await app.inject({
    method: 'PUT',
    url: '/api/admin/withdrawals/00000000-0000-4000-8000-000000000000',
    headers: bearer('owner'),
    payload: body,
  })
  expect(decision.statusCode).toBe(400)
})

test('a name that looks like SQL is stored like any other', async () => {
  const firstName = "Robert'); drop table member;--"
  const lastName = "' or 1=1 /* %_\\"
  const email = 'robert@example.com'
  const password = "'; select pg_sleep(1000);--"
  const signup = {
    firstName,
    lastName,
    email,
    password,
    confirmPassword: password,
    country: '$1 {{3}} %s',
  }
  expect((await app.inject({ method: 'POST', url: '/api/auth/signup', payload: signup })).statusCode).toBe(
    200,
  )
  const stored = await db
    .selectFrom('member')
    .select(['firstName', 'lastName', 'country'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ firstName, lastName, country: signup.country })
})
