import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenClick } from '../partners/testing.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeSurvey, completeUserSurvey } from './complete-survey.ts'
import { startSurvey } from './surveys.ts'
import { givenSurvey } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const readAttempt = (memberId: string) =>
  db
    .selectFrom('surveyAttempt')
    .select(['status', 'flagReasons'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()

test('the browser cannot complete a partner’s survey', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { kind: 'external' })
  await startSurvey(deps, member, { surveyId })
  await expect(completeSurvey(deps, member, { surveyId, answers: {} })).rejects.toMatchObject({
    code: 'AWAITS_PARTNER',
  })
  expect(await listTransactions(db, member.memberId, { limit: 1 })).toEqual([])
})

test.each([
  ['has paid', 0, 1],
  ['will pay after a hold', 3, 0],
])('a survey that the partner %s is not paid again by the browser', async (_when, holdDays, paid) => {
  const { member, surveyId, tell } = await givenClick(deps, { holdDays })
  await tell({ kind: 'credit' })
  await expect(completeSurvey(deps, member, { surveyId, answers: {} })).rejects.toMatchObject({
    code: 'SURVEY_FINISHED',
  })
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toHaveLength(paid)
})

test('an instant survey is completed when it is started, once', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { kind: 'instant', rewardUsd: 3 })
  const { id } = await startSurvey(deps, member, { surveyId })
  expect(await completeUserSurvey(deps, member, { id })).toEqual({
    pointsEarned: 3,
    earnedAmount: 3000,
    availablePoints: 3,
  })
  expect(await completeUserSurvey(deps, member, { id })).toMatchObject({ availablePoints: 3 })
})

test('suspicious answers are flagged, and several signs together hold the reward', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, {
    questions: [
      {
        id: 1,
        type: 'multiple-choice',
        question: 'Choose Kisumu',
        options: ['Kisumu', 'Nakuru'],
        required: true,
        expected: 'Kisumu',
      },
      ...[2, 3, 4, 5].map((id) => ({
        id,
        type: 'rating' as const,
        question: 'And this?',
        options: [],
        required: true,
      })),
    ],
  })
  expect(
    await completeSurvey(deps, member, {
      surveyId,
      answers: { '1': 'Nakuru', '2': 3, '3': 3, '4': 3, '5': 3 },
    }),
  ).toMatchObject({ pointsEarned: 0, status: 'held', heldPoints: 5 })
  expect(await readAttempt(member.memberId)).toMatchObject({
    status: 'completed',
    flagReasons: ['not-opened', 'attention-check', 'straight-line'],
  })
  const careful = await givenMember(db)
  await startSurvey(deps, careful, { surveyId })
  await db
    .updateTable('surveyAttempt')
    .set({ startedAt: new Date(Date.now() - 60_000) })
    .where('memberId', '=', careful.memberId)
    .execute()
  await completeSurvey(deps, careful, {
    surveyId,
    answers: { '1': 'Kisumu', '2': 3, '3': 3, '4': 3, '5': 4 },
  })
  expect(await readAttempt(careful.memberId)).toMatchObject({ flagReasons: [] })
})
