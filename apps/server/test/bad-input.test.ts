import { givenSurvey } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const member = await testApp.member({ points: 100 })
const owner = await testApp.owner('input')
const surveyId = await givenSurvey(db)
const id = '00000000-0000-4000-8000-000000000000'

type Call = {
  token?: string
  method?: 'POST' | 'PUT'
  url: string
  path: string
  /** Fields that stand in the path over REST. */
  inPath?: Record<string, unknown>
  body: Record<string, unknown>
  /** Values that are wrong for one field only, beside those that are wrong for every field. */
  wrong: Record<string, unknown[]>
  optional?: string[]
}

const tooLong = 'x'.repeat(5000)
const text = ['', '   ', tooLong, 'a\0b', '\ud800', 'a\u202eb', 7, null, [], {}, true]
const email = [...text, 'a', 'a@', 'аnn@example.com', 'a b@example.com', 'a@b@example.com']
const password = ['12345', tooLong, 'a\0bcdef', 7, null, [], {}]
const wholeNumber = [-1, 0, 0.5, 1e309, 1e21, Number.NaN, '1', '１', null, [], {}, true]
const anId = ['', 'x', '1', `${id}x`, tooLong, 'a\0b', 7, null, [], {}]

const signup = {
  firstName: 'Ann',
  lastName: 'Bee',
  email: 'ann@example.com',
  password: 'secret-9',
  confirmPassword: 'secret-9',
  country: 'Kenya',
}

const calls: Record<string, Call> = {
  'sign-up': {
    url: '/api/auth/signup',
    path: 'auth.signup',
    body: signup,
    wrong: {
      firstName: text,
      lastName: text,
      email,
      password,
      confirmPassword: ['other', 7, null],
      country: text,
    },
    optional: ['country'],
  },
  'log-in': {
    url: '/api/auth/login',
    path: 'auth.login',
    body: { email: 'a@example.com', password: 'x' },
    wrong: { email, password: ['', tooLong, 7, null, [], {}] },
  },
  resend: {
    url: '/api/auth/resend-verification',
    path: 'auth.resendVerification',
    body: { email: 'a@example.com' },
    wrong: { email },
  },
  'one-time link': {
    url: '/api/auth/redeem-link',
    path: 'auth.redeemLink',
    body: { token: 'l_x' },
    wrong: { token: ['', tooLong, 7, null, [], {}] },
  },
  'survey start': {
    token: member.token,
    url: '/api/user-surveys',
    path: 'surveys.startSurvey',
    body: { surveyId },
    wrong: { surveyId: anId },
  },
  'survey answer': {
    token: member.token,
    url: `/api/surveys/${surveyId}/answers`,
    path: 'surveys.saveAnswer',
    inPath: { surveyId },
    body: { questionId: 2, answer: 3 },
    wrong: {
      questionId: wholeNumber,
      answer: [0, 6, 1.5, -1, 1e309, tooLong, 'a\0b', null, [], {}, true, '3', '３'],
    },
  },
  'survey completion': {
    token: member.token,
    url: `/api/surveys/${surveyId}/complete`,
    path: 'surveys.completeSurvey',
    inPath: { surveyId },
    body: { answers: { '1': 'SACCO', '2': 4, '3': 'yes' }, completedAt: '2026-11-20T10:00:00Z' },
    wrong: { answers: [7, 'x', [], null, true], completedAt: ['yesterday', 7, null, {}, 'a\0b'] },
    optional: ['answers', 'completedAt'],
  },
  withdrawal: {
    token: member.token,
    url: '/api/withdrawals',
    path: 'wallet.requestWithdrawal',
    body: { pointsToWithdraw: 1, amountKes: 1000, withdrawalMethod: 'mpesa', mpesaNumber: '0712345678' },
    wrong: {
      pointsToWithdraw: wholeNumber,
      amountKes: [-1000, 0, 999, 1000.5, 1e309, '1000', null, []],
      withdrawalMethod: ['', 'cash', 7, null, [], {}, 'MPESA'],
      mpesaNumber: [
        '',
        '0812345678',
        '０７１２３４５６７８',
        '0712345678\0',
        tooLong,
        712345678,
        null,
        [],
        {},
      ],
    },
    optional: ['amountKes'],
  },
  'bank withdrawal': {
    token: member.token,
    url: '/api/withdrawals',
    path: 'wallet.requestWithdrawal',
    body: {
      pointsToWithdraw: 1,
      withdrawalMethod: 'bank',
      bankName: 'Equity',
      accountNumber: '0123456789',
      accountName: 'Ann Bee',
    },
    wrong: {
      bankName: text,
      accountName: text,
      accountNumber: ['', '123', 'abcdefgh', '１２３４５６７', 12345678, null, tooLong],
    },
  },
  'staff log-in': {
    url: '/api/admin/login',
    path: 'admin.login',
    body: { username: 'x', password: 'x' },
    wrong: { username: text, password: ['', tooLong, 7, null, [], {}] },
  },
  decision: {
    token: owner.token,
    method: 'PUT',
    url: `/api/admin/withdrawals/${id}`,
    path: 'admin.decideWithdrawal',
    inPath: { id },
    body: { status: 'rejected', adminNotes: 'Because' },
    wrong: { status: ['', 'pending', 7, null, [], {}], adminNotes: [tooLong, 'a\0b', 7, null, [], {}] },
    optional: ['adminNotes'],
  },
}

const cases = Object.entries(calls).flatMap(([name, call]) => [
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

function describe(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 40 ? `${json.slice(0, 10)}… (${json.length})` : json
}

function without(body: object, field: string) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}

/** Which fields an answer blames: named in JSON, or as `field: …` in plain text; in the words for keys like `constructor`. */
function blamed(body: unknown): string[] {
  const fields =
    typeof body === 'string'
      ? body.split('\n').map((row) => row.split(': '))
      : Object.entries((body as { fieldErrors?: Record<string, string[]> }).fieldErrors ?? {}).flatMap(
          ([field, messages]) => messages.map((message) => [field, ...message.split(': ')]),
        )
  return fields.map(([field = '', next = '']) => (field === 'body' ? next : (field.split('.')[0] ?? '')))
}

test.each(cases)('%s, %#: a bad field is named over REST', async (_name, call, field, _value, body) => {
  const answer = await callRest(app, call.token, { method: call.method ?? 'POST', url: call.url, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  expect(blamed(answer.body)).toContain(field)
})

test.each(cases)('%s, %#: a bad field is named over tRPC', async (_name, call, field, _value, body) => {
  const answer = await callTrpc(app, call.token, {
    type: 'mutation',
    path: call.path,
    input: { ...call.inPath, ...body },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  expect(blamed(answer.body)).toContain(field)
})

const bodies = [
  '',
  'null',
  '[]',
  '"x"',
  '7',
  '{',
  '{"a":1',
  'undefined',
  '\0',
  '{"__proto__":{"isAdmin":true}}',
]

test.each(Object.entries(calls).flatMap(([name, call]) => bodies.map((body) => [name, body, call] as const)))(
  '%s with the body %j is refused by both doors',
  async (_name, payload, call) => {
    const headers = {
      'content-type': 'application/json',
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
    }
    const rest = await app.inject({ method: call.method ?? 'POST', url: call.url, headers, payload })
    const trpc = await app.inject({ method: 'POST', url: `/trpc/${call.path}`, headers, payload })
    expect([rest.statusCode, trpc.statusCode]).toEqual([400, 400])
    expect(`${rest.body}${trpc.body}`).not.toMatch(/node_modules|at .*\.ts|stack/)
    expect({}).not.toHaveProperty('isAdmin')
  },
)

test('a body over the limit is refused before it is read whole', async () => {
  const payload = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(100_000) })
  const headers = { 'content-type': 'application/json' }
  const rest = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  const trpc = await app.inject({ method: 'POST', url: '/trpc/auth.login', headers, payload })
  expect([rest.statusCode, trpc.statusCode]).toEqual([413, 413])
})

test('an id in a path that is no id is named', async () => {
  for (const url of ['/api/surveys/x', '/api/surveys/%00', `/api/surveys/${tooLong.slice(0, 500)}`]) {
    const answer = await callRest(app, member.token, { method: 'GET', url })
    expect(answer.status).toBe(400)
    expect(blamed(answer.body)).toEqual(['id'])
  }
})

test('hostile tokens are nobody', async () => {
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
