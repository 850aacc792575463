import { randomUUID } from 'node:crypto'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { problem } from '@chuma/contract/problems'
import { completeSurveyInput } from '@chuma/contract/surveys/surveys'
import { listAnswers, listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenClick } from '../partners/testing.ts'
import { codeOf, createTestDeps, givenMember, readRow } from '../testing.ts'
import { completeSurvey, completeUserSurvey, saveAnswer } from './complete-survey.ts'
import { startSurvey } from './surveys.ts'
import { fourQuestions, givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const readAttempt = (memberId: string) =>
  readRow(db, 'surveyAttempt', ['status', 'completedAt', 'claimedCompletedAt'], { memberId })

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

test.each(['started before', 'never started'])(
  'of fifty concurrent completions of a survey %s one completes, saves answers and credits',
  async (when) => {
    const member = await givenMember(db)
    const surveyId = await givenSurvey(db)
    if (when === 'started before') await startSurvey(deps, member, { surveyId })
    const race = await startTogether(db, member.memberId, () =>
      Array.from({ length: 50 }, (_, index) =>
        completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, '4': `tab ${index}` } }),
      ),
    )
    const answers = race.map((call) => (call.status === 'fulfilled' ? call.value : call.reason))
    expect(answers).toEqual(Array(50).fill({ pointsEarned: 5, earnedAmount: 5000, availablePoints: 5 }))
    expect(await listTransactions(db, member.memberId, { limit: 10 })).toHaveLength(1)
    expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 5, surveysCompleted: 1 })

    const { rows } = await sql<{ writers: number }>`
      select count(distinct writer)::int as writers from (
        select xmin::text as writer from posting where member_id = ${member.memberId}
        union all select xmin::text from survey_attempt where member_id = ${member.memberId}
        union all select xmin::text from survey_answer where member_id = ${member.memberId}
      ) as written
    `.execute(db)
    expect(rows).toEqual([{ writers: 1 }])
  },
)

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
  expect(await codeOf(completeUserSurvey(deps, stranger, { id: randomUUID() }))).toBe('SURVEY_NOT_FOUND')
  expect(await getBalance(db, stranger.memberId)).toMatchObject({ availablePoints: 0 })
})

const readFlags = (memberId: string) => readRow(db, 'surveyAttempt', ['status', 'flagReasons'], { memberId })

test('the browser cannot complete a partner’s survey', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db, { kind: 'external' })
  await startSurvey(deps, member, { surveyId })
  expect(await codeOf(completeSurvey(deps, member, { surveyId, answers: {} }))).toBe('AWAITS_PARTNER')
  expect(await listTransactions(db, member.memberId, { limit: 1 })).toEqual([])
})

test.each([
  ['has paid', 0, 1],
  ['will pay after a hold', 3, 0],
])('a survey that the partner %s is not paid again by the browser', async (_when, holdDays, paid) => {
  const { member, surveyId, tell } = await givenClick(deps, { holdDays })
  await tell({ kind: 'credit' })
  expect(await codeOf(completeSurvey(deps, member, { surveyId, answers: {} }))).toBe('SURVEY_FINISHED')
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
  expect(await readFlags(member.memberId)).toMatchObject({
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
  expect(await readFlags(careful.memberId)).toMatchObject({ flagReasons: [] })
})
