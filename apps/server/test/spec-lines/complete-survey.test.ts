import { publishQuestionnaire } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { givenDraft, givenQuestions } from '@chuma/core/surveys/questionnaire/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc } from '../../src/testing.ts'
import { givenSite } from './given-site.ts'

const { app, db, deps, member, as, close } = await givenSite()
afterAll(close)
const staff = { name: 'staff:test', address: null }

async function givenQuestionnaire(isRequired: boolean) {
  const asked = givenQuestions(
    { code: 'tea', type: 'yes-no', required: isRequired },
    {
      code: 'cups',
      type: 'number',
      min: 0,
      max: 20,
      required: isRequired,
      showIf: { '==': [{ var: 'tea' }, 'yes'] },
    },
  )
  const id = await givenDraft(db, asked)
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  return id
}
const hiding = await givenQuestionnaire(true)
const optional = await givenQuestionnaire(false)
const optionalList = await givenSurvey(db, {
  questions: [{ id: 1, type: 'text', question: 'What for?', options: [], required: false }],
})

const completedAt = new Date().toISOString()
type Complete = (token: string, surveyId: string, body: object) => ReturnType<typeof callRest>
const doors: [string, Complete][] = [
  [
    'REST',
    (token, id, body) => callRest(app, token, { method: 'POST', url: `/api/surveys/${id}/complete`, body }),
  ],
  [
    'tRPC',
    (token, surveyId, body) =>
      callTrpc(app, token, {
        type: 'mutation',
        path: 'surveys.completeSurvey',
        input: { surveyId, ...body },
      }),
  ],
]

test.each(doors)(
  '%s: answers and completedAt complete a survey whose conditions hide questions',
  async (_, complete) => {
    const [first, second] = [await member(), await member()]
    const paid = { status: 200, body: { pointsEarned: 5, earnedAmount: 5000 } }
    expect(await complete(first.token, hiding, { answers: { 1: 'no' }, completedAt })).toMatchObject(paid)
    const answers = { 1: 'no', 2: 3 }
    expect(await complete(second.token, hiding, { answers, completedAt })).toMatchObject({
      ...paid,
      body: { ...paid.body, ignored: [2] },
    })
  },
)

test.each(doors)(
  '%s: a survey without required questions is complete without answers',
  async (_, complete) => {
    for (const surveyId of [optional, optionalList]) {
      for (const body of [{ answers: {}, completedAt }, { answers: {} }, { completedAt }, {}]) {
        const { token } = await member()
        const answer = await complete(token, surveyId, body)
        expect([body, answer]).toMatchObject([body, { status: 200, body: { pointsEarned: 5 } }])
      }
    }
  },
)

test.each(doors)('%s: an answer that is required and asked may not be missing', async (_, complete) => {
  for (const body of [{ answers: {}, completedAt }, {}, { answers: { 1: 'yes' } }]) {
    const { token } = await member()
    const answer = await complete(token, hiding, body)
    const field = 'answers' in body && '1' in (body.answers ?? {}) ? 'answers.2' : 'answers.1'
    expect(answer).toMatchObject({ status: 400, body: { fieldErrors: { [field]: [expect.any(String)] } } })
  }
})

test('a survey that was begun by POST /api/user-surveys is complete without answers if it requires none', async () => {
  const { post } = as((await member()).token)
  const { id } = await post('/api/user-surveys', { surveyId: optional })
  expect(await post(`/api/user-surveys/${id}/complete`)).toMatchObject({ earnedAmount: 5000 })
})
