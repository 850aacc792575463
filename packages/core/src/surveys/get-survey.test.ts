import { randomUUID } from 'node:crypto'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { saveAnswer } from './complete-survey.ts'
import { buildQuestions, listAccepted } from './questions.ts'
import { getSurvey, startSurvey } from './surveys.ts'
import { fourQuestions, givenSurvey } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const member = await givenMember(db)
const notFound = expect.objectContaining({ code: 'SURVEY_NOT_FOUND' })

test('shows the survey’s own questions, and no answers before the first', async () => {
  const surveyId = await givenSurvey(db)
  expect(await getSurvey(deps, member, { surveyId })).toMatchObject({
    id: surveyId,
    questions: fourQuestions.map(listAccepted),
    questionCount: 4,
    answers: {},
    status: null,
  })
})

test.each([null, []])('shows the category’s questions if %j are set', async (questions) => {
  const surveyId = await givenSurvey(db, { questions, category: 'technology' })
  expect((await getSurvey(deps, member, { surveyId })).questions).toEqual(
    buildQuestions('technology').map(listAccepted),
  )
})

test('a list says what was typed, also in braces, where a questionnaire would quote an answer', async () => {
  const questions = [
    { id: 1, type: 'text' as const, question: 'What is {{q2}}?', options: [], required: true },
    { id: 2, type: 'multiple-choice' as const, question: 'Or?', options: ['{{ a }}', 'b'], required: true },
  ]
  const surveyId = await givenSurvey(db, { questions })
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: '{{ a }}' })
  expect(await getSurvey(deps, member, { surveyId })).toMatchObject({ questions, answers: { 2: '{{ a }}' } })
})

test('opening a survey does not start it', async () => {
  const surveyId = await givenSurvey(db)
  await getSurvey(deps, member, { surveyId })
  expect(await getSurvey(deps, member, { surveyId })).toMatchObject({ status: null })
})

test('returns this member’s saved answers, and nobody else’s', async () => {
  const surveyId = await givenSurvey(db)
  const other = await givenMember(db)
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 5 })
  await saveAnswer(deps, other, { surveyId, questionId: 1, answer: 'SACCO' })
  expect((await getSurvey(deps, member, { surveyId })).answers).toEqual({ '1': 'Bank', '2': 5 })
  expect((await getSurvey(deps, other, { surveyId })).answers).toEqual({ '1': 'SACCO' })
})

test('a started survey keeps its questions and reward when the survey or the economy changes', async () => {
  const surveyId = await givenSurvey(db, { rewardUsd: 5 })
  await startSurvey(deps, member, { surveyId })
  await db
    .updateTable('survey')
    .set({ questions: JSON.stringify(fourQuestions.slice(0, 1)), rewardUsd: 1 })
    .where('surveyId', '=', surveyId)
    .execute()
  const richer = createTestDeps(db, {
    economy: async () => economy.parse({ ...defaultEconomy, pointsPerUsd: 10 }),
  })

  expect(await getSurvey(richer, member, { surveyId })).toMatchObject({
    questions: fourQuestions.map(listAccepted),
    questionCount: 4,
    rewardPoints: 5,
  })
  expect(await getSurvey(richer, await givenMember(db), { surveyId })).toMatchObject({
    questionCount: 1,
    rewardPoints: 10,
  })
})

test.each([
  { country: 'Uganda' },
  { isActive: false },
  { startsAt: new Date(Date.now() + 3_600_000) },
  { endsAt: new Date(Date.now() - 3_600_000) },
])('%j is not found by a member who has not started it', async (given) => {
  const surveyId = await givenSurvey(db, given)
  await expect(getSurvey(deps, member, { surveyId })).rejects.toEqual(notFound)
  await expect(startSurvey(deps, member, { surveyId })).rejects.toEqual(notFound)
})

test('an unknown survey is not found', async () => {
  await expect(getSurvey(deps, member, { surveyId: randomUUID() })).rejects.toEqual(notFound)
})

test.each([{ isActive: false }, { country: 'Uganda' }])(
  'a started survey stays available after %j',
  async (change) => {
    const surveyId = await givenSurvey(db)
    await startSurvey(deps, member, { surveyId })
    await db.updateTable('survey').set(change).where('surveyId', '=', surveyId).execute()
    expect(await getSurvey(deps, member, { surveyId })).toMatchObject({ status: 'started' })
  },
)
