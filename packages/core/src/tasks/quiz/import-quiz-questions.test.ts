import { type Problem, problem } from '@chuma/contract/problems'
import { lockQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { createTestDeps } from '../../testing.ts'
import {
  createQuizQuestion,
  exportQuizQuestions,
  importQuizQuestions,
  listQuizQuestions,
  retireQuizQuestion,
  updateQuizQuestion,
} from './questions.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:fatuma', address: '203.0.113.9' }
const wrong = (column: string | null, found: Problem) => ({ column, problem: found })
const head = 'Question,Option A,Option B,Option C,Option D,Correct answer,Active'
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

const take = (csv: string, isDryRun = false) => importQuizQuestions(deps, staff, { csv, isDryRun })
const list = () => listQuizQuestions(deps, { limit: 100 })

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
