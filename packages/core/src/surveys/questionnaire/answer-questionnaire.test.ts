import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey, saveAnswer } from '../complete-survey.ts'
import { getSurvey, listSurveys, startSurvey } from '../surveys.ts'
import { publishQuestionnaire, saveQuestionnaire } from './save-questionnaire.ts'
import { givenDraft, givenQuestions, readTeaQuestionnaire } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)
const tea = readTeaQuestionnaire()

/** A published survey about tea that pays 5 points, and 2 to members who drink none. */
async function givenTea(questionnaire = tea) {
  const surveyId = await givenDraft(db, questionnaire)
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 1 })
  await sql`update survey set screen_out_points = 2 where survey_id = ${surveyId}`.execute(db)
  return surveyId
}
const linesOf = async (memberId: string) =>
  (await listTransactions(db, memberId, { limit: 10 })).map(({ description, points }) => [
    description,
    points,
  ])
const goodAnswers = {
  '1': 'yes',
  '2': 3,
  '3': { choices: ['hill', 'lake'] },
  '4': 'Lake Tea',
  '5': { rows: { price: 'good', taste: 'good' } },
}

test('a member is asked what their answers lead to, in their language, and completes', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const [listed] = (await listSurveys(deps, member)).filter(({ id }) => id === surveyId)
  expect(listed).toMatchObject({ questionCount: 6, rewardPoints: 5, screenOutPoints: 2 })

  const save = (questionId: number, answer: Parameters<typeof saveAnswer>[2]['answer'], language = 'sw') =>
    saveAnswer(deps, member, { surveyId, questionId, answer, language, version: 1 })
  const first = await getSurvey(deps, member, { surveyId, language: 'sw', show: 'asked' })
  expect(first).toMatchObject({ version: 1, languages: ['en', 'sw'], answers: {} })
  expect(first.questions.map(({ question }) => question)).toEqual(['Je, unakunywa chai?'])

  expect(await save(1, 'yes')).toMatchObject({
    next: 2,
    sections: [{ title: 'Chai yako', questionIds: [2, 3] }],
  })
  expect(await save(2, 3)).toMatchObject({ next: 3 })
  expect(await save(3, { choices: ['hill', 'lake'] })).toMatchObject({ next: 4 })
  expect(await save(4, 'Chai ya Ziwa')).toMatchObject({ next: 5 })
  expect(await save(5, { rows: { price: 'good', taste: 'bad' } })).toMatchObject({ next: 6 })
  expect(await save(6, '')).toMatchObject({ next: null })
  expect((await getSurvey(deps, member, { surveyId })).answers).toMatchObject({ 2: 3, 4: 'Lake Tea' })

  expect(await completeSurvey(deps, member, { surveyId, answers: {} })).toMatchObject({ pointsEarned: 5 })
  const attempt = await db
    .selectFrom('surveyAttempt')
    .select(['status', 'questionnaireVersion', 'questions'])
    .where('memberId', '=', member.memberId)
    .executeTakeFirstOrThrow()
  expect(attempt).toMatchObject({ status: 'completed', questionnaireVersion: 1 })
  expect(attempt.questions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
})

test('answers to questions that are not asked are left out and named, also behind a screen-out', async () => {
  const [drinker, other] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea()
  const everything = { ...goodAnswers, '3': ['hill'], '4': 'Lake Tea', '6': 'Nothing' }
  expect(await completeSurvey(deps, drinker, { surveyId, answers: everything })).toMatchObject({
    pointsEarned: 5,
    ignored: [4, 6],
  })
  expect(
    await completeSurvey(deps, other, { surveyId, answers: { ...everything, '1': 'No' } }),
  ).toMatchObject({ pointsEarned: 2, screenedOut: { reason: 'This survey is for people who drink tea.' } })
  const stored = await db
    .selectFrom('surveyAnswer')
    .select(['memberId', 'questionId'])
    .where('surveyId', '=', surveyId)
    .execute()
  const idsOf = ({ memberId }: typeof drinker) =>
    stored.flatMap((row) => (row.memberId === memberId ? [row.questionId] : [])).sort()
  expect([idsOf(drinker), idsOf(other)]).toEqual([[1, 2, 3, 5], [1]])
})

test('all answers can be sent at once', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  expect(await completeSurvey(deps, member, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('a screened-out member gets the promised points at once, and once, whatever twenty tabs send', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  await startSurvey(deps, member, { surveyId })
  const race = await startTogether<unknown>(db, member.memberId, () => [
    ...Array.from({ length: 10 }, () => saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'no' })),
    ...Array.from({ length: 10 }, () => completeSurvey(deps, member, { surveyId, answers: { '1': 'no' } })),
  ])
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const call of race) {
    if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'SURVEY_FINISHED' })
  }
  const lines = await linesOf(member.memberId)
  expect(lines).toEqual([[expect.stringMatching(/^Screened out: Saving/), 2]])
  const survey = await getSurvey(deps, member, { surveyId })
  expect(survey.status).toBe('screened_out')
})

test('the answer that screens out says why, in the language of the question', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const saved = await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'no', language: 'sw' })
  expect(saved).toMatchObject({
    next: null,
    screenedOut: { reason: 'Utafiti huu ni wa wanywaji wa chai.', pointsEarned: 2, availablePoints: 2 },
  })
})

test('the screen-out reward is the one of the start, and never above the reward', async () => {
  const [early, late] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea()
  await startSurvey(deps, early, { surveyId })
  await sql`update survey set screen_out_points = 500 where survey_id = ${surveyId}`.execute(db)
  const screenedOut = async (member: typeof early) =>
    (await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'no' })).screenedOut?.pointsEarned
  expect([await screenedOut(early), await screenedOut(late)]).toEqual([2, 5])
})

test.each([
  ['a hidden question', { questionId: 4, answer: 'Lake Tea' }, { questionId: 'SURVEY_QUESTION_HIDDEN' }],
  ['an unknown question', { questionId: 77, answer: 'x' }, { questionId: 'SURVEY_QUESTION_UNKNOWN' }],
  ['a wrong answer', { questionId: 1, answer: 'maybe' }, { answer: 'ANSWER_NOT_YES_OR_NO' }],
  ['another version', { questionId: 1, answer: 'yes', version: 2 }, { version: 'SURVEY_VERSION_CHANGED' }],
])('an answer to %s is refused by name', async (_, given, expected) => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const codes = Object.entries(expected).map(([field, code]) => [field, [expect.objectContaining({ code })]])
  await expect(saveAnswer(deps, member, { surveyId, ...given })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: Object.fromEntries(codes),
  })
})

test('completing names what is missing and unknown, and keeps what is saved', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'yes' })
  await expect(completeSurvey(deps, member, { surveyId, answers: { '77': 'x' } })).rejects.toMatchObject({
    fields: { 'answers.77': [{ code: 'SURVEY_QUESTION_UNKNOWN' }] },
  })
  await expect(completeSurvey(deps, member, { surveyId, answers: { '2': 3 } })).rejects.toMatchObject({
    fields: { 'answers.3': [{ code: 'REQUIRED' }], 'answers.5': [{ code: 'REQUIRED' }] },
  })
  expect((await getSurvey(deps, member, { surveyId })).answers).toEqual({ 1: 'yes' })
})

test('a saved answer that became hidden does not count, is named, and comes back with its question until then', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  for (const [id, answer] of Object.entries(goodAnswers)) {
    await saveAnswer(deps, member, { surveyId, questionId: Number(id), answer })
  }
  const change = (choices: string[]) =>
    saveAnswer(deps, member, { surveyId, questionId: 3, answer: { choices } })
  await change(['hill'])
  expect((await getSurvey(deps, member, { surveyId })).answers).not.toHaveProperty('4')
  await change(['hill', 'lake'])
  expect((await getSurvey(deps, member, { surveyId })).answers).toMatchObject({ 4: 'Lake Tea' })
  await change(['hill'])
  expect(await completeSurvey(deps, member, { surveyId, answers: {} })).toMatchObject({
    pointsEarned: 5,
    ignored: [4],
  })
  const kept = await db
    .selectFrom('surveyAnswer')
    .select('questionId')
    .where('memberId', '=', member.memberId)
    .execute()
  expect(kept.map(({ questionId }) => questionId).sort()).toEqual([1, 2, 3, 5])
})

test('who started with a version is asked it to the end, and the others are asked the next', async () => {
  const [early, late] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea()
  await startSurvey(deps, early, { surveyId })
  const next = givenQuestions({ code: 'milk', type: 'yes-no' })
  await saveQuestionnaire(deps, staff, { id: surveyId, version: 1, questionnaire: next })
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 2 })

  expect(await getSurvey(deps, early, { surveyId })).toMatchObject({ version: 1 })
  expect(await getSurvey(deps, late, { surveyId })).toMatchObject({
    version: 2,
    questions: [{ question: 'About milk?' }],
  })
  expect(await completeSurvey(deps, early, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
  expect(await completeSurvey(deps, late, { surveyId, answers: { '1': 'yes' } })).toMatchObject({
    pointsEarned: 5,
  })
  const move = sql`update survey_attempt set questionnaire_version = 1 where member_id = ${late.memberId}`
  await expect(move.execute(db)).rejects.toMatchObject({ code: '23001' })
})

test('a wrong attention check is a quality flag of the questionnaire too', async () => {
  const member = await givenMember(db)
  const options = [
    { code: 'kisumu', words: { en: 'Kisumu' } },
    { code: 'nakuru', words: { en: 'Nakuru' } },
  ]
  const surveyId = await givenTea(
    givenQuestions({ code: 'check', type: 'multiple-choice', options, expected: 'kisumu' }),
  )
  const { questions } = await getSurvey(deps, member, { surveyId })
  expect(questions[0]).not.toHaveProperty('expected')
  await completeSurvey(deps, member, { surveyId, answers: { '1': 'Nakuru' } })
  const { flagReasons } = await db
    .selectFrom('surveyAttempt')
    .select('flagReasons')
    .where('memberId', '=', member.memberId)
    .executeTakeFirstOrThrow()
  expect(flagReasons).toContain('attention-check')
})
