import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeSurvey, saveAnswer } from './complete-survey.ts'
import { listSurveys, startSurvey } from './surveys.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const member = await givenMember(db)

beforeEach(async () => {
  await db.updateTable('survey').set({ isActive: false }).execute()
})

const listedIds = async () => (await listSurveys(deps, member)).map(({ id }) => id)

test('lists surveys for the member’s country and for all countries, newest first', async () => {
  const day = (date: number) => new Date(Date.UTC(2025, 0, date))
  const kenyan = await givenSurvey(db, { country: 'kenya', createdAt: day(1) })
  const anywhere = await givenSurvey(db, { country: '', createdAt: day(3) })
  const global = await givenSurvey(db, { country: 'Global', createdAt: day(2) })
  await givenSurvey(db, { country: 'Uganda' })
  expect(await listedIds()).toEqual([anywhere, global, kenyan])
})

test('lists no inactive, future, ended or full surveys', async () => {
  await givenSurvey(db, { isActive: false })
  await givenSurvey(db, { startsAt: new Date(Date.now() + 3_600_000) })
  await givenSurvey(db, { endsAt: new Date(Date.now() - 3_600_000) })
  const full = await givenSurvey(db, { quota: 1 })
  await startSurvey(deps, await givenMember(db), { surveyId: full })
  expect(await listedIds()).toEqual([])
})

test('lists partners’ and instant surveys without questions, and without the partner’s address', async () => {
  await givenSurvey(db, { kind: 'external', createdAt: new Date(Date.UTC(2025, 0, 1)) })
  await givenSurvey(db, { kind: 'instant', createdAt: new Date(Date.UTC(2025, 0, 2)) })
  const listed = await listSurveys(deps, member)
  expect(listed).toMatchObject([
    { kind: 'instant', questionCount: 0 },
    { kind: 'external', questionCount: 0 },
  ])
  expect(JSON.stringify(listed)).not.toContain('partner.example')
})

test('shows a survey’s points, duration and number of questions', async () => {
  await givenSurvey(db, { title: 'Savings', rewardUsd: 12.5, category: 'finance' })
  expect(await listSurveys(deps, member)).toMatchObject([
    {
      title: 'Savings',
      reward: 12.5,
      rewardPoints: 13,
      duration: 15,
      estimatedTime: '15 min',
      questionCount: 4,
    },
  ])
})

test.each([null, []])('counts the category’s questions if %j are set', async (questions) => {
  await givenSurvey(db, { questions, category: 'finance' })
  expect(await listSurveys(deps, member)).toMatchObject([{ questionCount: 6 }])
})

test('shows the member’s progress, and leaves out finished surveys', async () => {
  const surveyId = await givenSurvey(db)
  const other = await givenMember(db)
  await completeSurvey(deps, other, { surveyId, answers: goodAnswers })

  expect(await listSurveys(deps, member)).toMatchObject([{ status: null }])
  await startSurvey(deps, member, { surveyId })
  expect(await listSurveys(deps, member)).toMatchObject([{ status: 'started' }])
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 })
  expect(await listSurveys(deps, member)).toMatchObject([{ status: 'in_progress' }])
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await listSurveys(deps, member)).toEqual([])
  expect((await listUserSurveys(db, member.memberId))[0]).toMatchObject({
    surveyId,
    status: 'completed',
    reward: 5,
  })
})

test('lists at most 200', async () => {
  await Promise.all(Array.from({ length: 201 }, () => givenSurvey(db)))
  expect(await listSurveys(deps, member)).toHaveLength(200)
})

test('a member’s surveys are only their own, newest first', async () => {
  const [ann, ben] = [await givenMember(db), await givenMember(db)]
  const [first, second] = [
    await givenSurvey(db, { title: 'First' }),
    await givenSurvey(db, { title: 'Second' }),
  ]
  await startSurvey(deps, ann, { surveyId: first })
  await startSurvey(deps, ann, { surveyId: second })
  await startSurvey(deps, ben, { surveyId: first })
  expect((await listUserSurveys(db, ann.memberId)).map(({ title }) => title)).toEqual(['Second', 'First'])
  expect((await listUserSurveys(db, ben.memberId)).map(({ title }) => title)).toEqual(['First'])
})
