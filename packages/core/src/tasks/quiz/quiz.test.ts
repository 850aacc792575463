import { problem } from '@chuma/contract/problems'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { codeOf, givenMember, openTestDb, refusals, setRows } from '../../testing.ts'
import { givenPremiumMember, givenQuestions, travel, withEconomy } from '../testing.ts'
import { getQuiz, submitQuiz } from './quiz.ts'

const { db, deps } = await openTestDb()
const answerAll = (questions: { id: string }[], answer: 'A' | 'B') =>
  Object.fromEntries(questions.map(({ id }) => [id, answer]))

beforeAll(() => givenQuestions(db, 12))

test('is for premium members', async () => {
  const member = await givenMember(db)
  await expect(getQuiz(deps, member)).rejects.toMatchObject({ code: 'PREMIUM_REQUIRED' })
  expect(await codeOf(submitQuiz(deps, member, { answers: {} }))).toBe('PREMIUM_REQUIRED')
})

test('asks a member the same five questions all day, without their answers', async () => {
  const member = await givenPremiumMember(db)
  const [first, second] = await Promise.all([getQuiz(deps, member), getQuiz(deps, member)])
  expect(first.questions).toHaveLength(5)
  expect(second.questions).toEqual(first.questions)
  expect(first.questions.every(({ correctAnswer }) => correctAnswer === null)).toBe(true)
  expect(first).toMatchObject({ canTakeQuiz: true, result: null })
})

test('pays 15 points for each right answer and shows them all afterwards', async () => {
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  const answers = { ...answerAll(questions, 'B'), [String(questions[0]?.id)]: 'A' as const }
  const result = await submitQuiz(deps, member, { answers })
  expect(result).toMatchObject({ correct: 4, total: 5, pointsEarned: 60, availablePoints: 60 })
  expect(result.questions[0]).toMatchObject({ yourAnswer: 'A', correctAnswer: 'B' })
  expect(await getQuiz(deps, member)).toMatchObject({
    canTakeQuiz: false,
    result: { correct: 4, total: 5, pointsEarned: 60 },
  })
})

test('never pays more than its maximum', async () => {
  const member = await givenPremiumMember(db)
  const rich = withEconomy(db, { quizPointsPerCorrect: 40 })
  const { questions } = await getQuiz(rich, member)
  expect(await submitQuiz(rich, member, { answers: answerAll(questions, 'B') })).toMatchObject({
    correct: 5,
    pointsEarned: 75,
  })
})

test('of 50 concurrent submissions one is graded', async () => {
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  const answers = answerAll(questions, 'B')
  const results = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => submitQuiz(deps, member, { answers })),
  )
  expect(refusals(results)).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 75 })
})

test('refuses answers after submission, and to yesterday’s questions', async () => {
  await travel(db, 'before')
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  const answers = answerAll(questions, 'A')
  await submitQuiz(deps, member, { answers })
  expect(await codeOf(submitQuiz(deps, member, { answers: answerAll(questions, 'B') }))).toBe('DONE_TODAY')
  await travel(db, 'after')
  await expect(submitQuiz(deps, member, { answers })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('names each question without an answer and each answer without a question', async () => {
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  const [first, ...others] = questions
  const stranger = '00000000-0000-4000-8000-000000000000'
  await expect(
    submitQuiz(deps, member, { answers: { ...answerAll(others, 'B'), [stranger]: 'B' } }),
  ).rejects.toMatchObject({
    fields: {
      [`answers.${first?.id}`]: [problem('REQUIRED')],
      [`answers.${stranger}`]: [problem('QUIZ_QUESTION_UNKNOWN')],
    },
  })
  expect(await getQuiz(deps, member)).toMatchObject({ canTakeQuiz: true })
})

test('an impossibly fast submission is flagged, and paid', async () => {
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  await submitQuiz(deps, member, { answers: answerAll(questions, 'B') })
  const patient = await givenPremiumMember(db)
  const asked = await getQuiz(deps, patient)
  await setRows(
    db,
    'quizAttempt',
    { memberId: patient.memberId },
    { openedAt: sql<Date>`now() - interval '60 seconds'` },
  )
  await submitQuiz(deps, patient, { answers: answerAll(asked.questions, 'B') })
  const flags = async (memberId: string) =>
    (
      await db
        .selectFrom('quizAttempt')
        .select('flagReasons')
        .where('memberId', '=', memberId)
        .executeTakeFirst()
    )?.flagReasons
  expect(await flags(member.memberId)).toEqual(['too-fast'])
  expect(await flags(patient.memberId)).toEqual([])
})

test('a closed quiz asks nothing new, and takes no answers of a quiz that was opened', async () => {
  const closed = withEconomy(db, { isQuizOpen: false })
  const [late, opened] = [await givenPremiumMember(db), await givenPremiumMember(db)]
  const { questions } = await getQuiz(deps, opened)
  expect(await getQuiz(closed, late)).toMatchObject({ canTakeQuiz: false, questions: [], result: null })
  expect(await getQuiz(closed, opened)).toMatchObject({ canTakeQuiz: false, questions })
  const answers = answerAll(questions, 'B')
  await expect(submitQuiz(closed, opened, { answers })).rejects.toMatchObject({ code: 'CLOSED' })
  expect(await submitQuiz(deps, opened, { answers })).toMatchObject({ pointsEarned: 75 })
})
