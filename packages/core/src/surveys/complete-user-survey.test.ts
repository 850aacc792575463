import { randomUUID } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeUserSurvey, saveAnswer } from './complete-survey.ts'
import { startSurvey } from './surveys.ts'
import { givenSurvey } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function givenAnswered() {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  const { id } = await startSurvey(deps, member, { surveyId })
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 2 })
  await saveAnswer(deps, member, { surveyId, questionId: 3, answer: 'yes' })
  return { member, id }
}

test('completes with the saved answers, and returns the same again', async () => {
  const { member, id } = await givenAnswered()
  const earned = { pointsEarned: 5, earnedAmount: 5000, availablePoints: 5 }
  expect(await completeUserSurvey(deps, member, { id })).toEqual(earned)
  expect(await completeUserSurvey(deps, member, { id })).toEqual(earned)
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 5 })
})

test('names the answers that are still missing', async () => {
  const member = await givenMember(db)
  const { id } = await startSurvey(deps, member, { surveyId: await givenSurvey(db) })
  await expect(completeUserSurvey(deps, member, { id })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'answers.1': [problem('REQUIRED')] },
  })
})

test('another member’s attempt is not found, like an unknown one', async () => {
  const { id } = await givenAnswered()
  const stranger = await givenMember(db)
  await expect(completeUserSurvey(deps, stranger, { id })).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
  await expect(completeUserSurvey(deps, stranger, { id: randomUUID() })).rejects.toMatchObject({
    code: 'SURVEY_NOT_FOUND',
  })
  expect(await getBalance(db, stranger.memberId)).toMatchObject({ availablePoints: 0 })
})
