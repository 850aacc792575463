import { listEndpoints } from '@chuma/api/list-endpoints'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { address, db, send, member, owner, close } = await givenSite()
afterAll(close)
const { token } = await member({ points: 10, premium: true })
const keeper = await owner('absent')

/** Sends neither a body nor the type of one. */
async function sendNothing(method: string, path: string, caller?: string) {
  const headers = { 'accept-language': 'en', ...(caller ? { authorization: `Bearer ${caller}` } : {}) }
  const response = await fetch(`${address}${path}`, { method, headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

const optionalList = await givenSurvey(db, {
  questions: [{ id: 1, type: 'text', question: 'What for?', options: [], required: false }],
})
const requiredList = await givenSurvey(db)

test('a survey without required questions is complete by a call without a body', async () => {
  const answer = await sendNothing('POST', `/api/surveys/${optionalList}/complete`, token)
  expect(answer).toMatchObject({ status: 200, body: { pointsEarned: expect.any(Number) } })
})

test('a survey with required questions names the first one to a call without a body', async () => {
  const answer = await sendNothing('POST', `/api/surveys/${requiredList}/complete`, token)
  const id = Object.keys(goodAnswers)[0]
  expect(answer).toMatchObject({
    status: 400,
    body: { fieldErrors: { [`answers.${id}`]: [expect.any(String)] } },
  })
})

test.each([
  ['POST', '/api/auth/login', undefined, 'email'],
  ['POST', '/api/auth/signup', undefined, 'firstName'],
  ['POST', '/api/auth/resend-verification', undefined, 'email'],
  ['POST', '/api/contact', undefined, 'name'],
  ['POST', '/api/admin/login', undefined, 'username'],
  ['POST', '/api/user-surveys', token, 'surveyId'],
] as const)('%s %s without a body names its own field', async (method, path, caller, field) => {
  const { status, body } = await sendNothing(method, path, caller)
  expect([status, body.fieldErrors]).toEqual([
    400,
    expect.objectContaining({ [field]: [expect.any(String)] }),
  ])
  expect(body.message).not.toBe('Enter an object')
})

test('POST /api/withdrawals without a body answers its own plain text', async () => {
  const answer = await sendNothing('POST', '/api/withdrawals', token)
  expect(answer).toEqual({ status: 400, body: expect.stringMatching(/^Please/) })
})

test('DELETE /api/admin/surveys/{id} still takes no body', async () => {
  const id = await givenSurvey(db)
  expect(await sendNothing('DELETE', `/api/admin/surveys/${id}`, keeper.token)).toMatchObject({ status: 200 })
})

const refusing = listEndpoints().filter(({ body }) => body && !body.safeParse({}).success)

test.each(refusing.map((call) => [`${call.method} ${call.url}`, call] as const))(
  '%s without a body says what an empty object is told',
  async (_, { method, url, access }) => {
    const caller = access?.side === 'staff' ? keeper.token : access ? token : undefined
    const path = url.replaceAll(/:\w+/g, '0b8ff8f5-3b3a-4f3c-9a3e-0d3f5d1c2b1a')
    const empty = await send(method, path, { body: {}, language: 'en', ...(caller ? { token: caller } : {}) })
    const absent = await sendNothing(method, path, caller)
    expect([absent.status, absent.body]).toEqual([empty.status, empty.body ?? empty.text])
    expect(JSON.stringify(absent.body)).not.toContain('Enter an object')
  },
)
