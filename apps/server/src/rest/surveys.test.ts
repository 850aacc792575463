import { randomUUID } from 'node:crypto'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'

const { app, db, member, close } = await createTestApp()
afterAll(close)
const { token } = await member()

const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) })

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
