import { randomUUID } from 'node:crypto'
import { type Problem, problem } from '@chuma/contract/problems'
import { countsOf } from '@chuma/db/queries/counts'
import { lockQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import { beforeEach, expect, test } from 'vitest'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { codeOf, lockRows, openTestDb, refusals, setRows } from '../../testing.ts'
import { givenPremiumMember, givenQuestions } from '../testing.ts'
import {
  createQuizQuestion,
  exportQuizQuestions,
  importQuizQuestions,
  listQuizQuestions,
  retireQuizQuestion,
  updateQuizQuestion,
} from './questions.ts'
import { getQuiz, submitQuiz } from './quiz.ts'

const { db, deps } = await openTestDb()
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
  await setRows(db, 'quizQuestion', { retiredAt: null }, { isActive: false, retiredAt: new Date() })
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
  const results = await startBehind(db, lockRows('quizQuestion', { questionId: id }), () =>
    ['Thika', 'Lamu'].map((optionD) => updateQuizQuestion(deps, staff, { ...form, optionD, id, version: 1 })),
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
    .selectFrom(countsOf('question').as('count'))
    .select(['answered', 'correct'])
    .where('questionId', '=', id)
    .execute()
  expect(counts).toEqual([{ answered: 1, correct: 1 }])
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
const wrong = (column: string | null, found: Problem) => ({ column, problem: found })
const head = 'Question,Option A,Option B,Option C,Option D,Correct answer,Active'

const take = (csv: string, isDryRun = false) => importQuizQuestions(deps, staff, { csv, isDryRun })

test('a table of questions is imported, with each row’s result', async () => {
  const answer = await take(`\ufeff${head}\r\n1 + 1?,1,2,3,4,b,yes\r\n"A ""quoted"", one?",a,b,c,d,D,no\r\n`)
  expect(answer).toEqual({
    isDryRun: false,
    isImported: true,
    addedCount: 2,
    changedCount: 0,
    unchangedCount: 0,
    refusedCount: 0,
    results: [
      { line: 2, question: '1 + 1?', outcome: 'added', problem: null },
      { line: 3, question: 'A "quoted", one?', outcome: 'added', problem: null },
    ],
  })
  expect(await list()).toMatchObject([
    { question: '1 + 1?', optionB: '2', correctAnswer: 'B', isActive: true },
    { question: 'A "quoted", one?', correctAnswer: 'D', isActive: false },
  ])
  expect((await listAudit(db, 'quiz')).at(-1)).toMatchObject({
    action: 'quiz-questions.imported',
    after: { added: 2, changed: 0, unchanged: 0 },
  })
})

test('a dry run reports the same and does nothing', async () => {
  const before = (await listAudit(db, 'quiz')).length
  expect(await take(`${head}\n1 + 1?,1,2,3,4,B,`, true)).toMatchObject({
    isDryRun: true,
    isImported: false,
    addedCount: 1,
  })
  expect(await list()).toEqual([])
  expect(await listAudit(db, 'quiz')).toHaveLength(before)
})

test('if one row is refused none is imported, and each refused row has a reason', async () => {
  await createQuizQuestion(deps, staff, form)
  const answer = await take(
    [
      head,
      'A good one?,a,b,c,d,A,yes',
      'No answer?,a,b,c,d,E,yes',
      ',a,b,c,d,A,yes',
      'Three options?,a,b,c,,A,yes',
      'Perhaps?,a,b,c,d,A,perhaps',
      'what is the capital of kenya?,a,b,c,d,A,yes',
      'A GOOD ONE?,a,b,c,d,A,yes',
    ].join('\n'),
  )
  expect(answer).toMatchObject({ isImported: false, addedCount: 1, refusedCount: 6 })
  expect(answer.results.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null],
    [3, wrong('Correct answer', problem('NOT_AN_OPTION', { options: ['A', 'B', 'C', 'D'] }))],
    [4, wrong('Question', problem('REQUIRED'))],
    [5, wrong('Option D', problem('REQUIRED'))],
    [6, wrong('Active', problem('NOT_YES_OR_NO'))],
    [7, wrong(null, problem('QUESTION_EXISTS'))],
    [8, wrong(null, problem('QUESTION_REPEATED', { line: 2 }))],
  ])
  expect(await list()).toHaveLength(1)
})

test('an unchanged export changes nothing, formulas included, and a changed row changes its question', async () => {
  const risky = { ...form, question: '=SUM(A1:A2) is what?', optionA: '-5', optionB: '+5', optionC: "'=x" }
  const { id } = await createQuizQuestion(deps, staff, risky)
  await createQuizQuestion(deps, staff, { ...form, optionD: ' a "b", c;d '.trim(), isActive: false })
  const csv = await exportQuizQuestions(deps)
  expect(csv).toContain("'=SUM(A1:A2) is what?")
  expect(csv).toContain("'-5,'+5,''=x")
  const before = await list()
  expect(await take(csv)).toMatchObject({
    isImported: true,
    unchangedCount: 2,
    addedCount: 0,
    changedCount: 0,
  })
  expect(await list()).toEqual(before)

  expect(await take(csv.replace("'-5", "'-6"))).toMatchObject({ changedCount: 1, unchangedCount: 1 })
  expect((await list()).find((row) => row.id === id)).toMatchObject({ ...risky, optionA: '-6', version: 2 })
})

test('a question changed since the export is not overwritten', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  const csv = await exportQuizQuestions(deps)
  await updateQuizQuestion(deps, staff, { ...form, optionD: 'Thika', id, version: 1 })
  const answer = await take(csv.replace('Kisumu', 'Lamu'))
  expect(answer.results).toMatchObject([
    { outcome: 'refused', problem: wrong(null, problem('QUESTION_CHANGED')) },
  ])
  expect(await list()).toMatchObject([{ optionC: 'Kisumu', optionD: 'Thika' }])
})

test('an invalid, unknown, retired or repeated ID is refused', async () => {
  const { id } = await createQuizQuestion(deps, staff, form)
  const gone = await createQuizQuestion(deps, staff, { ...form, question: 'Gone?' })
  await retireQuizQuestion(deps, staff, { id: gone.id, version: 1 })
  const row = `${form.question},Nairobi,Mombasa,Kisumu,Nakuru,A,yes`
  const answer = await take(
    [
      `ID,Version,${head}`,
      `x,1,${row}`,
      `00000000-0000-4000-8000-000000000000,1,${row}`,
      `${gone.id},2,${row}`,
      `${id},,${row}`,
      `${id},1,${row}`,
      `${id},1,${row}`,
    ].join('\n'),
  )
  expect(answer.results.map(({ problem }) => problem)).toEqual([
    wrong('ID', problem('ROW_ID_UNEXPECTED')),
    wrong(null, problem('QUESTION_UNKNOWN')),
    wrong(null, problem('QUESTION_UNKNOWN')),
    wrong('Version', problem('ROW_VERSION_MISSING')),
    null,
    wrong(null, problem('ID_REPEATED', { line: 6 })),
  ])
})

test.each([
  [
    'a table without the answers',
    'Question,Option A,Option B,Option C,Option D\n1,1,2,3,4',
    problem('COLUMNS_MISSING', { columns: ['Correct answer'] }),
  ],
  ['no table', 'x', problem('COLUMNS_MISSING', { columns: head.split(',').slice(0, -1) })],
  ['a head without rows', head, problem('FILE_WITHOUT_ROWS')],
  ['a row with a cell too many', `${head}\nWhy?,a,b,c,d,A,yes,more`, { code: 'CSV_UNREADABLE' }],
  ['an open quote', `${head}\n"Why?,a,b,c,d,A,yes`, { code: 'CSV_UNREADABLE' }],
  [
    'too many rows',
    `${head}\n${'Why?,a,b,c,d,A,yes\n'.repeat(2001)}`,
    problem('TOO_MANY_ROWS', { max: 2000 }),
  ],
])('%s is refused as a whole', async (_name, csv, expected) => {
  await expect(take(csv)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { csv: [expected] },
  })
})

test('semicolons and tabs are accepted as delimiters', async () => {
  for (const [index, sign] of [';', '\t'].entries()) {
    const csv = `${head}\nQuestion ${index}?,a,b,c,d,A,yes`.replaceAll(',', sign)
    expect(await take(csv)).toMatchObject({ addedCount: 1 })
  }
})

test('concurrent imports of the same table add its questions once', async () => {
  const results = await startBehind(
    db,
    (trx) => lockQuestions(trx),
    () => [1, 2].map(() => take(`${head}\nOnce?,a,b,c,d,A,yes`)),
  )
  const added = results.map((result) => result.status === 'fulfilled' && result.value.addedCount)
  expect(added.sort()).toEqual([0, 1])
  expect(await list()).toHaveLength(1)
})
