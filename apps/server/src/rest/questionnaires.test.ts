import { LIST_QUALITY } from '@chuma/contract/surveys/answer-quality'
import { givenStaff } from '@chuma/core/admin/testing'
import { writeQuestionnaireCsv } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { readTeaQuestionnaire } from '@chuma/core/surveys/questionnaire/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const { token: staff } = await givenStaff(deps)
const tea = readTeaQuestionnaire()

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
const rest = (token: string, method: Method, url: string, body?: object) =>
  callRest(app, token, { method, url, ...(body && { body }) })

async function givenPublished() {
  const id = await givenSurvey(db)
  const url = `/api/admin/surveys/${id}`
  // The tests answer at once, which is not held here.
  const change = { screenOutPoints: 2, answerQuality: LIST_QUALITY }
  expect(await rest(staff, 'PATCH', url, change)).toMatchObject({ status: 200 })
  const draft = { version: 0, questionnaire: tea }
  expect(await rest(staff, 'PUT', `${url}/questionnaire`, draft)).toMatchObject({
    status: 200,
    body: { version: 1 },
  })
  return { id, url }
}

test('staff write, check, publish and list a questionnaire over REST and tRPC', async () => {
  const { id, url } = await givenPublished()
  expect(await rest(staff, 'GET', `${url}/questionnaire/check`)).toEqual({
    status: 200,
    body: { isPublishable: true, issues: [], undecidedCount: 0 },
  })
  const publish = await callTrpc(app, staff, {
    type: 'mutation',
    path: 'admin.publishQuestionnaire',
    input: { id, version: 1 },
  })
  expect(publish).toMatchObject({ status: 200, body: { version: 1, questionCount: 6 } })
  expect(await rest(staff, 'POST', `${url}/questionnaire/publish`, { version: 1 })).toMatchObject({
    body: { version: 1 },
  })
  expect(await rest(staff, 'GET', `${url}/questionnaire/versions`)).toMatchObject({ body: [{ version: 1 }] })
  const csv = writeQuestionnaireCsv(tea)
  expect(await rest(staff, 'POST', `${url}/questionnaire/import`, { version: 1, csv })).toMatchObject({
    status: 200,
    body: { version: 2, questionnaire: tea },
  })
  expect(await rest(staff, 'PUT', `${url}/questionnaire`, { version: 1, questionnaire: tea })).toMatchObject({
    status: 409,
    body: { code: 'QUESTIONNAIRE_CHANGED' },
  })
})

test('the check says in words what is wrong, and publishing names the fields', async () => {
  const { url } = await givenPublished()
  const [screening, ...rest_] = tea.sections
  const questionnaire = { ...tea, sections: [...rest_, screening] }
  await rest(staff, 'PUT', `${url}/questionnaire`, { version: 1, questionnaire })
  const { body } = await rest(staff, 'GET', `${url}/questionnaire/check`)
  expect(body).toMatchObject({
    isPublishable: false,
    issues: [
      { level: 'error', path: 'sections.1.isScreening', message: 'Screening comes before everything else' },
    ],
  })
  expect(await rest(staff, 'POST', `${url}/questionnaire/publish`, { version: 2 })).toMatchObject({
    status: 400,
    body: { fieldErrors: { 'sections.1.isScreening': ['Screening comes before everything else'] } },
  })
})

test('logic that is too deep, too large or unknown is refused by name, and a body above the limit as such', async () => {
  const id = await givenSurvey(db)
  const save = (showIf: unknown) => {
    const questions = [{ id: 1, code: 'a', type: 'yes-no', words: { en: 'A?' }, showIf }]
    return rest(staff, 'PUT', `/api/admin/surveys/${id}/questionnaire`, {
      version: 0,
      questionnaire: { sections: [{ code: 's', questions }] },
    })
  }
  let deep: object = { '!': [true] }
  for (let level = 0; level < 2000; level += 1) deep = { '!': [deep] }
  const field = 'questionnaire.sections.0.questions.0.showIf'
  for (const [rule, text] of [
    [deep, 'This condition nests deeper than 24 levels'],
    [{ or: Array.from({ length: 501 }, () => true) }, 'This condition has more than 500 parts'],
    [{ require: ['fs'] }, 'A condition is an object with one operation of json-logic'],
  ]) {
    expect(await save(rule)).toMatchObject({ status: 400, body: { fieldErrors: { [field]: [text] } } })
  }
  expect(await save('x'.repeat(5_000_000))).toMatchObject({ status: 413 })
})

test('a member takes it over REST in Swahili, and is screened out with the promised points', async () => {
  const { id, url } = await givenPublished()
  await rest(staff, 'POST', `${url}/questionnaire/publish`, { version: 1 })
  const { token } = await testApp.member()
  const listed = await rest(token, 'GET', '/api/surveys')
  expect(listed.body).toContainEqual(expect.objectContaining({ id, screenOutPoints: 2, questionCount: 6 }))
  const opened = await rest(token, 'GET', `/api/surveys/${id}?language=sw&show=asked`)
  expect(opened.body).toMatchObject({
    version: 1,
    questions: [
      { id: 1, type: 'yes-no', question: 'Je, unakunywa chai?', options: ['yes', 'no'], required: true },
    ],
  })
  const answer = { questionId: 1, answer: 'no', version: 1, language: 'sw' }
  expect(await rest(token, 'POST', `/api/surveys/${id}/answers`, answer)).toMatchObject({
    status: 200,
    body: {
      next: null,
      screenedOut: { reason: 'Utafiti huu ni wa wanywaji wa chai.', pointsEarned: 2, earnedAmount: 2000 },
    },
  })
  const again = await rest(token, 'POST', `/api/surveys/${id}/answers`, answer)
  expect(again).toMatchObject({ status: 409 })
})

test('a caller who reads a questionnaire and answers every question in one body completes it, at both doors', async () => {
  const { id, url } = await givenPublished()
  await rest(staff, 'POST', `${url}/questionnaire/publish`, { version: 1 })
  const doors = [
    (token: string, answers: object) =>
      rest(token, 'POST', `/api/surveys/${id}/complete`, {
        answers,
        completedAt: '2026-11-20T09:30:00.000Z',
      }),
    (token: string, answers: object) =>
      callTrpc(app, token, {
        type: 'mutation',
        path: 'surveys.completeSurvey',
        input: { surveyId: id, answers, completedAt: '2026-11-20T09:30:00.000Z' },
      }),
    async (token: string, answers: object) => {
      const started = await rest(token, 'POST', '/api/user-surveys', { surveyId: id })
      const completed = await rest(token, 'POST', `/api/surveys/${id}/complete`, { answers })
      const attempt = (started.body as { id: string }).id
      const again = await rest(token, 'POST', `/api/user-surveys/${attempt}/complete`)
      expect(again).toMatchObject({ status: 200, body: { pointsEarned: 5 } })
      return completed
    },
  ]
  for (const complete of doors) {
    const { token } = await testApp.member()
    const { body } = await rest(token, 'GET', `/api/surveys/${id}`)
    const { questions } = body as { questions: { id: number; type: string; options: string[] }[] }
    expect(questions.map((question) => question.id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(questions[0]?.options).toEqual(['yes', 'no'])
    const answers = {
      1: 'Yes',
      2: '3',
      3: ['hill tea'],
      4: 'Lake Tea',
      5: { rows: { price: 'Good', taste: 'good' } },
    }
    expect(await complete(token, answers)).toMatchObject({
      status: 200,
      body: { pointsEarned: 5, ignored: [4] },
    })
  }
})
