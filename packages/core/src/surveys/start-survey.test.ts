import { listUserSurveys } from '@chuma/db/queries/survey-attempts'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
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
  // Held until every call has looked, found no attempt and waits to insert its own.
  const { started } = await db.transaction().execute(async (holder) => {
    await sql`lock table survey_attempt in share mode`.execute(holder)
    const started = Promise.all(Array.from({ length: 20 }, () => startSurvey(deps, member, { surveyId })))
    while ((await countWaitingOnLock(db)) < 20);
    return { started }
  })
  expect(new Set((await started).map(({ id }) => id)).size).toBe(1)
  expect(await listUserSurveys(db, member.memberId)).toHaveLength(1)
})

test('starting again does not take a finished survey back', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await startSurvey(deps, member, { surveyId })).toMatchObject({ status: 'completed' })
})
