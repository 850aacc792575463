import { randomUUID } from 'node:crypto'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { problem } from '@chuma/contract/problems'
import { completeSurveyInput } from '@chuma/contract/surveys/surveys'
import { listAnswers, listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenClick } from '../partners/testing.ts'
import { codeOf, createTestDeps, givenMember, openTestDb, readRow, setRows } from '../testing.ts'
import { completeSurvey, completeUserSurvey, saveAnswer } from './complete-survey.ts'
import { startSurvey } from './surveys.ts'
import { fourQuestions, givenSurvey, givenTaker, goodAnswers } from './testing.ts'

const { db, deps } = await openTestDb()

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
  const { member, surveyId } = await givenTaker(db)
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
  const { member, surveyId } = await givenTaker(db)
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await expect(
    completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, '1': '' } }),
  ).rejects.toMatchObject({ fields: { 'answers.1': [problem('REQUIRED')] } })
})

test('names every missing, invalid or superfluous answer, and changes nothing', async () => {
  const { member, surveyId } = await givenTaker(db)
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

test('a repeat returns the first answer, whatever it contains and whatever happened since', async () => {
  const { member, surveyId } = await givenTaker(db)
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
  const { member, surveyId } = await givenTaker(db, { rewardUsd: 5 })
  await startSurvey(deps, member, { surveyId })
  await setRows(
    db,
    'survey',
    { surveyId },
    { questions: JSON.stringify(fourQuestions.slice(3)), rewardUsd: 100, isActive: false },
  )
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
  const { member, surveyId } = await givenTaker(db)
  const claimed = '1999-12-31T23:59:59+03:00'
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers, completedAt: claimed })
  const attempt = await readAttempt(member.memberId)
  expect(attempt.claimedCompletedAt).toEqual(new Date(claimed))
  expect(attempt.completedAt?.getUTCFullYear()).toBeGreaterThan(2024)
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
    const { member, surveyId } = await givenTaker(db)
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
  const { member, surveyId } = await givenTaker(db)
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

test('another member’s attempt is not found, like an unknown one', async () => {
  const { id } = await givenAnswered()
  const stranger = await givenMember(db)
  await expect(completeUserSurvey(deps, stranger, { id })).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
  expect(await codeOf(completeUserSurvey(deps, stranger, { id: randomUUID() }))).toBe('SURVEY_NOT_FOUND')
  expect(await getBalance(db, stranger.memberId)).toMatchObject({ availablePoints: 0 })
})

test('the browser cannot complete a partner’s survey', async () => {
  const { member, surveyId } = await givenTaker(db, { kind: 'external' })
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
  const { member, surveyId } = await givenTaker(db, { kind: 'instant', rewardUsd: 3 })
  const { id } = await startSurvey(deps, member, { surveyId })
  expect(await completeUserSurvey(deps, member, { id })).toEqual({
    pointsEarned: 3,
    earnedAmount: 3000,
    availablePoints: 3,
  })
  expect(await completeUserSurvey(deps, member, { id })).toMatchObject({ availablePoints: 3 })
})

test('starts the survey if necessary, and marks it as in progress', async () => {
  const { member, surveyId } = await givenTaker(db)
  await saveAnswer(deps, member, { surveyId, questionId: 3, answer: 'no' })
  expect(await listUserSurveys(db, member.memberId)).toMatchObject([{ surveyId, status: 'in_progress' }])
})

test('a newer answer replaces the older one', async () => {
  const { member, surveyId } = await givenTaker(db)
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
  const { member, surveyId } = await givenTaker(db)
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
    const { member, surveyId } = await givenTaker(db)
    await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 })
    await setRows(
      db,
      'surveyAttempt',
      { memberId: member.memberId },
      { status, completedAt: status === 'completed' ? new Date() : null },
    )
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
  const { member, surveyId } = await givenTaker(db)
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 3 })
  await setRows(db, 'survey', { surveyId }, { kind: 'external', externalUrl: 'https://partner.example/s' })
  await expect(saveAnswer(deps, member, { surveyId, questionId: 2, answer: 1 })).rejects.toMatchObject({
    code: 'AWAITS_PARTNER',
  })
})

test('the database refuses to change a finished survey and its answers', async () => {
  const { member, surveyId } = await givenTaker(db)
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
