import { randomUUID } from 'node:crypto'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { codeOf, createTestDeps, refusals } from '../../testing.ts'
import { givenPremiumMember, givenQuestions } from '../games.testing.ts'
import { createQuizQuestion, listQuizQuestions, retireQuizQuestion, updateQuizQuestion } from './questions.ts'
import { getQuiz, submitQuiz } from './quiz.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:fatuma', address: '203.0.113.9' }
const form = {
  question: 'What is the capital of Kenya?',
  optionA: 'Nairobi',
  optionB: 'Mombasa',
  optionC: 'Kisumu',
  optionD: 'Nakuru',
  correctAnswer: 'A',
  isActive: true,
} as const

beforeEach(async () => {
  await db
    .updateTable('quizQuestion')
    .set({ isActive: false, retiredAt: new Date() })
    .where('retiredAt', 'is', null)
    .execute()
})

const list = (input: Partial<Parameters<typeof listQuizQuestions>[1]> = {}) =>
  listQuizQuestions(deps, { limit: 100, ...input })

test('a new question shows its points, and is logged', async () => {
  const made = await createQuizQuestion(deps, staff, form)
  expect(made).toMatchObject({ ...form, points: 15, version: 1, answeredCount: 0, successPercent: null })
  expect(await listAudit(db, `question:${made.id}`)).toEqual([
    {
      actor: 'staff:fatuma',
      action: 'quiz-question.created',
      before: null,
      after: form,
      reason: null,
      address: '203.0.113.9',
    },
  ])
})

test('a change is logged with the previous values', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  const changed = { ...form, correctAnswer: 'B', isActive: false } as const
  expect(await updateQuizQuestion(deps, staff, { ...changed, id, version: 1 })).toMatchObject({
    ...changed,
    version: 2,
  })
  expect((await listAudit(db, `question:${id}`)).at(-1)).toMatchObject({
    action: 'quiz-question.updated',
    before: { ...form, version: 1 },
    after: changed,
  })
})

test('of two concurrent changes one is refused, and the other is complete', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  const results = await startBehind(
    db,
    (trx) =>
      trx.selectFrom('quizQuestion').select('questionId').where('questionId', '=', id).forUpdate().execute(),
    () =>
      ['Thika', 'Lamu'].map((optionD) =>
        updateQuizQuestion(deps, staff, { ...form, optionD, id, version: 1 }),
      ),
  )
  const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const refused = refusals(results)
  expect([saved.length, refused]).toEqual([1, ['CATALOGUE_STATE']])
  expect(await list()).toMatchObject([{ optionD: saved[0]?.optionD, version: 2 }])
})

test('a member who has opened the quiz is graded by the question’s text at that time', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  const member = await givenPremiumMember(db)
  await getQuiz(deps, member)
  await updateQuizQuestion(deps, staff, { ...form, correctAnswer: 'B', id, version: 1 })
  expect(await submitQuiz(deps, member, { answers: { [id]: 'A' } })).toMatchObject({ correct: 1 })
})

test('a retired question is no longer asked or listed, but still graded and counted where it was asked', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  const member = await givenPremiumMember(db)
  await getQuiz(deps, member)
  await retireQuizQuestion(deps, staff, { id, version: 1 })
  expect(await list()).toEqual([])
  expect((await getQuiz(deps, await givenPremiumMember(db))).questions).toEqual([])
  expect(await submitQuiz(deps, member, { answers: { [id]: 'A' } })).toMatchObject({ correct: 1 })
  const counts = await db
    .selectFrom('questionCount')
    .select(['answered', 'correct'])
    .where('questionId', '=', id)
  expect(await counts.execute()).toEqual([{ answered: 1, correct: 1 }])
  expect((await listAudit(db, `question:${id}`)).at(-1)).toMatchObject({ action: 'quiz-question.retired' })
})

test('an unknown question, or one changed in the meantime, is neither changed nor retired', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  await updateQuizQuestion(deps, staff, { ...form, id, version: 1 })
  for (const change of [updateQuizQuestion, retireQuizQuestion]) {
    const say = (wish: { id: string; version: number }) => change(deps, staff, { ...form, ...wish })
    await expect(say({ id, version: 1 })).rejects.toMatchObject({ code: 'CATALOGUE_STATE' })
    await expect(say({ id: randomUUID(), version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await retireQuizQuestion(deps, staff, { id, version: 2 })
  expect(await codeOf(updateQuizQuestion(deps, staff, { ...form, id, version: 3 }))).toBe('NOT_FOUND')
})

test('staff find a question by its text, its options and its state', async () => {
  await givenQuestions(db, 3)
  const mine = await createQuizQuestion(deps, staff, { ...form, optionC: 'Eldoret 100%_', isActive: false })
  expect((await list({ search: 'ELDORET' })).map(({ id }) => id)).toEqual([mine.id])
  expect(await list({ search: '0%_' })).toHaveLength(1)
  expect(await list({ search: '%' })).toHaveLength(1)
  expect(await list({ state: 'inactive' })).toMatchObject([{ id: mine.id }])
  expect(await list({ state: 'active' })).toHaveLength(3)
})

test('questions are listed newest first, in pages', async () => {
  await givenQuestions(db, 5)
  const all = await list()
  const first = await list({ limit: 3 })
  const second = await list({ limit: 3, after: first.at(-1)?.id })
  expect([...first, ...second]).toEqual(all)
})
