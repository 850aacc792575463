import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { problem } from '@chuma/contract/problems'
import { completeSurveyInput } from '@chuma/contract/surveys/surveys'
import { listAnswers, listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeSurvey, saveAnswer } from './complete-survey.ts'
import { startSurvey } from './surveys.ts'
import { fourQuestions, givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const readAttempt = (memberId: string) =>
  db
    .selectFrom('surveyAttempt')
    .select(['status', 'completedAt', 'claimedCompletedAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()

test('credits the promised points under the survey’s name', async () => {
  const member = await givenMember(db, { points: 2 })
  const surveyId = await givenSurvey(db, { title: 'Savings', rewardUsd: 5 })
  expect(await completeSurvey(deps, member, { surveyId, answers: goodAnswers })).toEqual({
    pointsEarned: 5,
    earnedAmount: 5000,
    availablePoints: 7,
  })
  const [credit] = await listTransactions(db, member.memberId, { limit: 1 })
  expect(credit).toMatchObject({
    kind: 'survey',
    points: 5,
    description: 'Survey: Savings',
    availableAfter: 7,
  })
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 7, surveysCompleted: 1 })
  const posting = await db
    .selectFrom('posting')
    .select(['sourceKey', 'houseAccount', 'actor', 'subjectId'])
    .where('memberId', '=', member.memberId)
    .where('kind', '=', 'survey')
    .executeTakeFirst()
  expect(posting).toEqual({
    sourceKey: `survey:${surveyId}`,
    houseAccount: 'rewards',
    actor: `member:${member.memberId}`,
    subjectId: surveyId,
  })
})

test('given answers replace saved ones, and all are stored', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 1 })
  await completeSurvey(deps, member, { surveyId, answers: { '2': 5, '3': 'no' } })
  expect(await listAnswers(db, { memberId: member.memberId, surveyId })).toEqual([
    { questionId: 1, answer: 'Bank' },
    { questionId: 2, answer: 5 },
    { questionId: 3, answer: 'no' },
  ])
})

test('an invalid answer is refused even if a valid one was saved', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await expect(
    completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, '1': '' } }),
  ).rejects.toMatchObject({ fields: { 'answers.1': [problem('REQUIRED')] } })
})

test('names every missing, invalid or superfluous answer, and changes nothing', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await startSurvey(deps, member, { surveyId })
  const answers = { '1': 'Mattress', '3': '', '4': 'A roof', '7': 'yes' }
  await expect(completeSurvey(deps, member, { surveyId, answers })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: {
      'answers.1': [problem('ANSWER_NOT_AN_OPTION')],
      'answers.2': [problem('REQUIRED')],
      'answers.3': [problem('REQUIRED')],
      'answers.7': [problem('SURVEY_QUESTION_UNKNOWN')],
    },
  })
  expect(await readAttempt(member.memberId)).toMatchObject({ status: 'started', completedAt: null })
  expect(await listAnswers(db, { memberId: member.memberId, surveyId })).toEqual([])
  expect(await listTransactions(db, member.memberId, { limit: 1 })).toEqual([])
})

test('an optional answer can be omitted', async () => {
  const surveyId = await givenSurvey(db)
  const [short, long] = [await givenMember(db), await givenMember(db)]
  await completeSurvey(deps, short, { surveyId, answers: goodAnswers })
  await completeSurvey(deps, long, { surveyId, answers: { ...goodAnswers, '4': 'School fees' } })
  expect(await listAnswers(db, { memberId: short.memberId, surveyId })).toHaveLength(3)
  expect(await listAnswers(db, { memberId: long.memberId, surveyId })).toHaveLength(4)
})

test('a repeat returns the first answer, whatever it contains and whatever happened since', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  const first = await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  await completeSurvey(deps, member, { surveyId: await givenSurvey(db), answers: goodAnswers })
  await db.updateTable('survey').set({ isActive: false }).where('surveyId', '=', surveyId).execute()

  expect(await completeSurvey(deps, member, { surveyId, answers: { '1': 'Mattress', '2': 1 } })).toEqual(
    first,
  )
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 10, surveysCompleted: 2 })
  expect(await listAnswers(db, { memberId: member.memberId, surveyId })).toContainEqual({
    questionId: 2,
    answer: 4,
  })
})

test('if the credit fails nothing is stored', async () => {
  const { memberId } = await db
    .insertInto('member')
    .values({
      email: 'no-wallet@example.com',
      firstName: 'Wanjiru',
      lastName: 'Kamau',
      country: 'Kenya',
      passwordHash: '-',
    })
    .returning('memberId')
    .executeTakeFirstOrThrow()
  const member = { ...(await givenMember(db)), memberId }
  const surveyId = await givenSurvey(db)
  await startSurvey(deps, member, { surveyId })

  await expect(completeSurvey(deps, member, { surveyId, answers: goodAnswers })).rejects.toThrow('no wallet')
  expect(await readAttempt(memberId)).toEqual({
    status: 'started',
    completedAt: null,
    claimedCompletedAt: null,
  })
  expect(await listAnswers(db, { memberId, surveyId })).toEqual([])
})

test('pays the points and asks the questions of the start, regardless of later changes', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { rewardUsd: 5 })
  await startSurvey(deps, member, { surveyId })
  await db
    .updateTable('survey')
    .set({ questions: JSON.stringify(fourQuestions.slice(3)), rewardUsd: 100, isActive: false })
    .where('surveyId', '=', surveyId)
    .execute()
  const poorer = createTestDeps(db, {
    economy: async () => economy.parse({ ...defaultEconomy, pointsPerUsd: 0.1 }),
  })
  await expect(completeSurvey(poorer, member, { surveyId, answers: {} })).rejects.toMatchObject({
    fields: {
      'answers.1': [problem('REQUIRED')],
      'answers.2': [problem('REQUIRED')],
      'answers.3': [problem('REQUIRED')],
    },
  })
  expect(await completeSurvey(poorer, member, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('a completion does not affect another member’s attempt, answers or points', async () => {
  const [ann, ben] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenSurvey(db)
  await saveAnswer(deps, ben, { surveyId, questionId: 1, answer: 'Bank' })
  await completeSurvey(deps, ann, { surveyId, answers: goodAnswers })
  expect(await listAnswers(db, { memberId: ben.memberId, surveyId })).toEqual([
    { questionId: 1, answer: 'Bank' },
  ])
  expect(await listUserSurveys(db, ben.memberId)).toMatchObject([{ status: 'in_progress' }])
  expect(await getBalance(db, ben.memberId)).toMatchObject({ availablePoints: 0 })
})

test('the browser’s time is stored and decides nothing', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  const claimed = '1999-12-31T23:59:59+03:00'
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers, completedAt: claimed })
  const attempt = await readAttempt(member.memberId)
  expect(attempt.claimedCompletedAt).toEqual(new Date(claimed))
  expect(attempt.completedAt?.getUTCFullYear()).toBeGreaterThan(2024)
})

test.each([
  { country: 'Uganda' },
  { isActive: false },
  { startsAt: new Date(Date.now() + 3_600_000) },
  { endsAt: new Date(Date.now() - 3_600_000) },
])('nothing is earned from %j', async (given) => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, given)
  await expect(completeSurvey(deps, member, { surveyId, answers: goodAnswers })).rejects.toMatchObject({
    code: 'SURVEY_NOT_FOUND',
  })
})

test('a screened-out attempt earns nothing', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await startSurvey(deps, member, { surveyId })
  await db
    .updateTable('surveyAttempt')
    .set({ status: 'screened_out' })
    .where('memberId', '=', member.memberId)
    .execute()
  await expect(completeSurvey(deps, member, { surveyId, answers: goodAnswers })).rejects.toMatchObject({
    code: 'SURVEY_FINISHED',
  })
  expect(await listTransactions(db, member.memberId, { limit: 1 })).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString', '01', '0', '-1', '1.5', ''])(
  'the answer key %j is refused before anything is looked up',
  (key) => {
    const body = JSON.parse(
      `{ "surveyId": "${crypto.randomUUID()}", "answers": { "1": "Bank", ${JSON.stringify(key)}: "x" } }`,
    )
    const parsed = completeSurveyInput.safeParse(body)
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['answers', key]])
  },
)
