import { listUserSurveys } from '@chuma/db/queries/survey-attempts'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeSurvey } from './complete-survey.ts'
import { startSurvey } from './start-survey.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('promises the reward of the moment in points', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { title: 'Savings', rewardUsd: 7.5 })
  expect(await startSurvey(deps, member, { surveyId })).toEqual({
    id: expect.any(String),
    surveyId,
    status: 'started',
    title: 'Savings',
    reward: 8,
    createdAt: expect.any(Date),
  })
})

test('twenty starts at once share one attempt', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  const started = await Promise.all(Array.from({ length: 20 }, () => startSurvey(deps, member, { surveyId })))
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
  expect(await listUserSurveys(db, member.memberId)).toHaveLength(1)
})

test('starting again does not take a finished survey back', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await startSurvey(deps, member, { surveyId })).toMatchObject({ status: 'completed' })
})
