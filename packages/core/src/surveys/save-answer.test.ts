import { problem } from '@chuma/contract/problems'
import { listAnswers, listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeSurvey, saveAnswer } from './complete-survey.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('starts the survey if necessary, and marks it as in progress', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await saveAnswer(deps, member, { surveyId, questionId: 3, answer: 'no' })
  expect(await listUserSurveys(db, member.memberId)).toMatchObject([{ surveyId, status: 'in_progress' }])
})

test('a newer answer replaces the older one', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'SACCO' })
  expect(await listAnswers(db, { memberId: member.memberId, surveyId })).toEqual([
    { questionId: 1, answer: 'SACCO' },
  ])
})

test.each([
  [1, 'Mattress', { answer: [problem('ANSWER_NOT_AN_OPTION')] }],
  [2, 'yes', { answer: [problem('ANSWER_NOT_A_RATING')] }],
  [3, '', { answer: [problem('REQUIRED')] }],
  [99, 'hello', { questionId: [problem('SURVEY_QUESTION_UNKNOWN')] }],
])('question %d refuses %j, and nothing is saved or started', async (questionId, answer, fields) => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await expect(saveAnswer(deps, member, { surveyId, questionId, answer })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields,
  })
  expect(await listAnswers(db, { memberId: member.memberId, surveyId })).toEqual([])
  expect(await listUserSurveys(db, member.memberId)).toEqual([])
})

test.each(['completed', 'screened_out', 'expired'] as const)(
  'the answers of a %s survey never change',
  async (status) => {
    const member = await givenMember(db)
    const surveyId = await givenSurvey(db)
    await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 })
    await db
      .updateTable('surveyAttempt')
      .set({ status, completedAt: status === 'completed' ? new Date() : null })
      .where('memberId', '=', member.memberId)
      .execute()
    await expect(saveAnswer(deps, member, { surveyId, questionId: 2, answer: 1 })).rejects.toMatchObject({
      code: 'SURVEY_FINISHED',
    })
    expect(await listAnswers(db, { memberId: member.memberId, surveyId })).toContainEqual({
      questionId: 2,
      answer: 4,
    })
  },
)

test('an external survey cannot be answered, not even one with an attempt', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 3 })
  await db
    .updateTable('survey')
    .set({ kind: 'external', externalUrl: 'https://partner.example/s' })
    .where('surveyId', '=', surveyId)
    .execute()
  await expect(saveAnswer(deps, member, { surveyId, questionId: 2, answer: 1 })).rejects.toMatchObject({
    code: 'AWAITS_PARTNER',
  })
})

test('the database refuses to change a finished survey and its answers', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  const { memberId } = member
  for (const change of [
    db.updateTable('surveyAttempt').set({ rewardPoints: 9 }).where('memberId', '=', memberId),
    db.updateTable('surveyAnswer').set({ answer: '1' }).where('memberId', '=', memberId),
    db.deleteFrom('surveyAnswer').where('memberId', '=', memberId),
    db.insertInto('surveyAnswer').values({ memberId, surveyId, questionId: 4, answer: '"x"' }),
  ]) {
    await expect(change.execute()).rejects.toThrow('never changed')
  }
})
