import { randomUUID } from 'node:crypto'
import { createToken } from '@chuma/core/auth/sessions'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { createTestDb } from '@chuma/db/testing'
import superjson from 'superjson'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { watchAnswers } from '../openapi/testing.ts'

const { db, close } = await createTestDb()
const app = await buildApp({
  deps: createTestDeps(db),
  publicUrl: 'http://localhost:3000',
  webRoot: import.meta.dirname,
  demoLogin: null,
  trustProxy: false,
})
watchAnswers(app)
afterAll(async () => {
  await app.close()
  await close()
})

async function givenToken(memberId: string) {
  const { token, tokenHash } = createToken('u', memberId)
  await db.insertInto('session').values({ memberId, tokenHash, address: null, userAgent: null }).execute()
  return token
}
const token = await givenToken((await givenMember(db)).memberId)

const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) })

test('a survey can be taken with exactly the calls of the specification', async () => {
  const surveyId = await givenSurvey(db, { title: 'Savings' })
  const listed = await call('GET', '/api/surveys')
  expect(listed.json()).toContainEqual(
    expect.objectContaining({ id: surveyId, title: 'Savings', status: null }),
  )
  expect((await call('GET', `/api/surveys/${surveyId}`)).json()).toMatchObject({
    questionCount: 4,
    answers: {},
  })

  const completedAt = new Date().toISOString()
  const finished = await call('POST', `/api/surveys/${surveyId}/complete`, {
    answers: goodAnswers,
    completedAt,
  })
  expect(finished.statusCode).toBe(200)
  expect(finished.json()).toEqual({ pointsEarned: 5, earnedAmount: 5000, availablePoints: 5 })
  expect((await call('GET', '/api/user-surveys')).json()).toMatchObject([
    { surveyId, status: 'completed', reward: 5 },
  ])
})

test('a survey can be taken question by question and finished by its attempt', async () => {
  const surveyId = await givenSurvey(db)
  const started = await call('POST', '/api/user-surveys', { surveyId })
  expect(started.statusCode).toBe(201)
  for (const [id, answer] of Object.entries(goodAnswers)) {
    const saved = await call('POST', `/api/surveys/${surveyId}/answers`, { questionId: Number(id), answer })
    expect(saved.statusCode).toBe(200)
  }
  const finished = await call('POST', `/api/user-surveys/${started.json().id}/complete`)
  expect(finished.json()).toMatchObject({ pointsEarned: 5, earnedAmount: 5000 })
})

type Refused = { surveyId: string; answers: Record<string, string | number> }

async function refusedByBothDoors({ surveyId, answers }: Refused) {
  const rest = await call('POST', `/api/surveys/${surveyId}/complete`, { answers })
  const rpc = await call('POST', '/trpc/surveys.completeSurvey', { json: { surveyId, answers } })
  const { message, data } = rpc.json().error.json
  return {
    rest: { status: rest.statusCode, ...rest.json() },
    rpc: { status: rpc.statusCode, message, code: data.appCode, fieldErrors: data.fieldErrors },
  }
}

const someSurvey = await givenSurvey(db)
test.each<[string, Refused, number]>([
  ['an unknown survey', { surveyId: randomUUID(), answers: {} }, 404],
  ['missing answers', { surveyId: someSurvey, answers: {} }, 400],
  ['an answer to no question', { surveyId: someSurvey, answers: { ...goodAnswers, '55': 'x' } }, 400],
  [
    'a key that is not a number',
    { surveyId: someSurvey, answers: { ...goodAnswers, constructor: 'x' } },
    400,
  ],
  ['a rating out of range', { surveyId: someSurvey, answers: { ...goodAnswers, '2': 6 } }, 400],
])('%s is refused by both doors', async (_name, input, status) => {
  const { rest, rpc } = await refusedByBothDoors(input)
  expect(rest).toEqual(rpc)
  expect(rest.status).toBe(status)
})

test('a key that could reach a prototype is refused before any schema sees it', async () => {
  const refused = await app.inject({
    method: 'POST',
    url: `/api/surveys/${someSurvey}/complete`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: '{ "answers": { "1": "SACCO", "2": 4, "3": "yes", "__proto__": "x" } }',
  })
  expect(refused.statusCode).toBe(400)
  expect((await call('GET', `/api/surveys/${someSurvey}`)).json()).toMatchObject({ status: null })
})

test('the typed door takes a survey from the list to the credit', async () => {
  const surveyId = await givenSurvey(db)
  const ask = async (name: string, input?: object) => {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}` : ''
    return superjson.deserialize((await call('GET', `/trpc/surveys.${name}${query}`)).json().result.data)
  }
  const tell = async (name: string, input: object) =>
    superjson.deserialize(
      (await call('POST', `/trpc/surveys.${name}`, superjson.serialize(input))).json().result.data,
    )

  expect(await ask('listSurveys')).toContainEqual(expect.objectContaining({ id: surveyId }))
  expect(await tell('startSurvey', { surveyId })).toMatchObject({
    status: 'started',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(await tell('saveAnswer', { surveyId, questionId: 2, answer: 4 })).toEqual({
    message: 'Answer saved',
  })
  expect(await ask('getSurvey', { surveyId })).toMatchObject({ status: 'in_progress', answers: { '2': 4 } })
  expect(await tell('completeSurvey', { surveyId, answers: goodAnswers })).toMatchObject({ pointsEarned: 5 })
  expect(await ask('listUserSurveys')).toContainEqual(
    expect.objectContaining({ surveyId, status: 'completed' }),
  )
})
