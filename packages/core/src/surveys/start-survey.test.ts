import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember, readRows } from '../testing.ts'
import { completeSurvey } from './complete-survey.ts'
import { expireSurveys } from './expire-surveys.ts'
import { startSurvey } from './surveys.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('promises the current reward in points', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { title: 'Savings', rewardUsd: 7.5 })
  expect(await startSurvey(deps, member, { surveyId })).toEqual({
    id: expect.any(String),
    surveyId,
    status: 'started',
    title: 'Savings',
    reward: 8,
    createdAt: expect.any(Date),
    kind: 'questions',
    screenOutReason: null,
  })
})

test('a partner’s survey opens with the click’s id and nothing else about the member', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { kind: 'external', rewardUsd: 4 })
  const first = await startSurvey(deps, member, { surveyId })
  const second = await startSurvey(deps, member, { surveyId })
  expect(first).toMatchObject({ status: 'in_progress', reward: 4, kind: 'external' })
  expect(second.id).toBe(first.id)
  const references = [first, second].map(({ externalUrl }) =>
    new URL(externalUrl ?? '').searchParams.get('subid'),
  )
  expect(new Set(references).size).toBe(2)
  expect(first.externalUrl).not.toContain(member.memberId)
  const clicks = await readRows(
    db,
    'click',
    ['reference', 'surveyId', 'points'],
    { memberId: member.memberId },
    'clickedAt',
  )
  expect(clicks).toEqual(references.map((reference) => ({ reference, surveyId, points: 4 })))
})

test('of twenty concurrent members one gets a survey’s last place', async () => {
  const surveyId = await givenSurvey(db, { quota: 1 })
  const members = await Promise.all(Array.from({ length: 20 }, () => givenMember(db)))
  const { starts } = await db.transaction().execute(async (holder) => {
    await holder
      .selectFrom('survey')
      .select('surveyId')
      .where('surveyId', '=', surveyId)
      .forUpdate()
      .execute()
    const starts = Promise.allSettled(members.map((member) => startSurvey(deps, member, { surveyId })))
    while ((await countWaitingOnLock(db)) < 20);
    return { starts }
  })
  const results = await starts
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'SURVEY_FULL' },
  })
})

test('an unfinished survey expires, and its answers can no longer be submitted', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await startSurvey(deps, member, { surveyId })
  const fresh = await givenMember(db)
  await startSurvey(deps, fresh, { surveyId })
  await db
    .updateTable('surveyAttempt')
    .set({ startedAt: new Date(Date.now() - 15 * 24 * 3_600_000) })
    .where('memberId', '=', member.memberId)
    .execute()
  expect(await expireSurveys(deps)).toBe(1)
  await expect(completeSurvey(deps, member, { surveyId, answers: goodAnswers })).rejects.toMatchObject({
    code: 'SURVEY_FINISHED',
  })
  expect(await completeSurvey(deps, fresh, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('twenty concurrent starts share one attempt', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  // Held until every call has found no attempt and waits to insert its own.
  const { started } = await db.transaction().execute(async (holder) => {
    await sql`lock table survey_attempt in share mode`.execute(holder)
    const started = Promise.all(Array.from({ length: 20 }, () => startSurvey(deps, member, { surveyId })))
    while ((await countWaitingOnLock(db)) < 20);
    return { started }
  })
  expect(new Set((await started).map(({ id }) => id)).size).toBe(1)
  expect(await listUserSurveys(db, member.memberId)).toHaveLength(1)
})

test('starting again does not reopen a finished survey', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await startSurvey(deps, member, { surveyId })).toMatchObject({ status: 'completed' })
})
