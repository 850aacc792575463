import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBehind } from '../../admin/testing.ts'
import { openTestDb, readRows } from '../../testing.ts'
import { changeCategory, codeAnswers, getCodeFrame } from './categories.ts'
import { exportCodebook, listSurveyAnswers } from './export-results.ts'
import { getCrossTab } from './get-cross-tab.ts'
import { getSurveyResults } from './get-survey-results.ts'
import { exportText, givenOpenAnswer } from './testing.ts'

const { db, deps } = await openTestDb()
const [amina, brian] = ['staff:amina', 'staff:brian'].map((name) => ({ name, address: null })) as [
  { name: string; address: null },
  { name: string; address: null },
]
const WORDS = ['School fees for my son', 'Fees and food', 'A cow', 'Food', 'Do not know']

const change = (id: string, made: Parameters<typeof changeCategory>[2]['change']) =>
  changeCategory(deps, amina, { id, questionId: 4, change: made })
const code = (id: string, respondents: string[], add: number[], remove: number[] = []) =>
  codeAnswers(deps, amina, { id, questionId: 4, respondents, add, remove })

/** 1 Fees: the first two; 2 Food: the second and fourth; the last in none. */
async function givenCoded() {
  const { id, respondents } = await givenOpenAnswer(db, WORDS)
  await change(id, { kind: 'add', name: 'Food' })
  await change(id, { kind: 'add', name: 'Animals' })
  const [first = '', second = '', third = '', fourth = ''] = respondents
  await code(id, [first, second], [1])
  await code(id, [second, fourth], [2])
  await code(id, [third], [3])
  return { id, respondents }
}

test('categories count like several choices, in counts, groups and files', async () => {
  const { id } = await givenCoded()
  expect(await getCodeFrame(deps, { id, questionId: 4 })).toEqual({
    questionId: 4,
    categories: [
      { code: 1, name: 'Fees', answers: 2 },
      { code: 2, name: 'Food', answers: 2 },
      { code: 3, name: 'Animals', answers: 1 },
    ],
    answered: 5,
    uncoded: 1,
  })
  const { questions } = await getSurveyResults(deps, { isRaw: true }, { id, quality: 'all' })
  expect(questions.at(-1)).toMatchObject({
    part: 'coded',
    base: 4,
    isMultiple: true,
    rows: [
      { answer: '1', label: 'Fees', count: 2, share: { share: 0.5 } },
      { answer: '2', label: 'Food', count: 2 },
      { answer: '3', label: 'Animals', count: 1 },
    ],
  })
  const table = await getCrossTab(deps, { isRaw: true }, { id, quality: 'all', rows: 4, columns: 1 })
  const column = table.columns.findIndex(({ label }) => label === 'SACCO')
  expect(table.rows.map(({ label, cells }) => [label, cells[column]?.count])).toEqual([
    ['Fees', 2],
    ['Food', 2],
    ['Animals', 1],
  ])
  const [head = '', ...rows] = (await exportText(deps, { id, quality: 'all' })).trim().split('\r\n')
  expect(head).toMatch(/,q4,q4_coded_1,q4_coded_2,q4_coded_3$/)
  expect(rows.find((row) => row.includes('Fees and food'))).toMatch(/,Fees and food,1,1,0$/)
  expect(rows.find((row) => row.includes('Do not know'))).toMatch(/,Do not know,,,$/)
  expect(await exportCodebook(deps, { id })).toContain('q4_coded_2,What for?,Food,coded,1,1,Chosen')
})

test('words are found by their category, or by having none', async () => {
  const { id } = await givenCoded()
  const list = async (category: number) => {
    const found = await listSurveyAnswers(deps, { id, quality: 'all', questionId: 4, category, limit: 50 })
    return found.map(({ answer }) => answer).sort()
  }
  expect(await list(2)).toEqual(['Fees and food', 'Food'])
  expect(await list(0)).toEqual(['Do not know'])
})

test('merged categories keep each answer once, and a code is never given again', async () => {
  const { id, respondents } = await givenCoded()
  const frame = await change(id, { kind: 'merge', code: 2, into: 1 })
  expect(frame.categories.map(({ code: number, answers }) => [number, answers])).toEqual([
    [1, 3],
    [3, 1],
  ])
  expect(frame.uncoded).toBe(1)
  await change(id, { kind: 'remove', code: 3 })
  const { categories } = await change(id, { kind: 'add', name: 'food' })
  expect(categories.map(({ code: number, name }) => [number, name])).toEqual([
    [1, 'Fees'],
    [4, 'food'],
  ])
  await expect(code(id, respondents.slice(0, 1), [2])).rejects.toMatchObject({
    fields: { add: [{ code: 'CATEGORY_UNKNOWN' }] },
  })
})

test.each([
  ['a name that is taken', { kind: 'add', name: 'FOOD' }, 'change.name', 'NAME_TAKEN'],
  [
    'a rename to a name that is taken',
    { kind: 'rename', code: 1, name: 'food' },
    'change.name',
    'NAME_TAKEN',
  ],
  ['an unknown category', { kind: 'remove', code: 9 }, 'change.code', 'CATEGORY_UNKNOWN'],
  ['a merge into itself', { kind: 'merge', code: 1, into: 1 }, 'change.into', 'REPEATED'],
  ['a merge into nothing', { kind: 'merge', code: 1, into: 9 }, 'change.into', 'CATEGORY_UNKNOWN'],
] as const)('%s is refused by name', async (_, made, field, problem) => {
  const { id } = await givenCoded()
  await expect(change(id, made)).rejects.toMatchObject({ fields: { [field]: [{ code: problem }] } })
})

test('an unknown person is refused, and nothing is coded', async () => {
  const { id, respondents } = await givenOpenAnswer(db, WORDS)
  await expect(code(id, [...respondents, 'f'.repeat(16)], [1])).rejects.toMatchObject({
    fields: { respondents: [{ code: 'RESPONDENT_UNKNOWN' }] },
  })
  expect((await getCodeFrame(deps, { id, questionId: 4 })).uncoded).toBe(5)
})

/** Run calls that overlap: they start while a category is locked, which ends once all of them wait. */
const overlap = (id: string, start: () => Promise<unknown>[]) =>
  startBehind(
    db,
    (trx) => sql`select from survey_category where survey_id = ${id} and code = 1 for update`.execute(trx),
    start,
  )

test('two people who code the same answer at once lose nothing', async () => {
  const { id, respondents } = await givenOpenAnswer(db, WORDS)
  await change(id, { kind: 'add', name: 'Food' })
  const [, second = ''] = respondents
  const ask = (add: number[]) => ({ id, questionId: 4, respondents: [second], add, remove: [] })
  const results = await overlap(id, () => [
    codeAnswers(deps, amina, ask([1])),
    codeAnswers(deps, brian, ask([1, 2])),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const found = await listSurveyAnswers(deps, { id, quality: 'all', questionId: 4, limit: 50 })
  expect(found.find(({ id: respondent }) => respondent === second)?.categories).toEqual([1, 2])
})

test('an answer that is coded while its category is merged ends in the other one, or is refused', async () => {
  const { id, respondents } = await givenCoded()
  const [, , third = ''] = respondents
  const [coded] = await overlap(id, () => [
    codeAnswers(deps, brian, { id, questionId: 4, respondents: [third], add: [1], remove: [] }),
    change(id, { kind: 'merge', code: 1, into: 2 }),
  ])
  const { categories } = await getCodeFrame(deps, { id, questionId: 4 })
  expect(categories.map(({ name, answers }) => [name, answers])).toEqual([
    ['Food', coded?.status === 'fulfilled' ? 4 : 3],
    ['Animals', 1],
  ])
  const { rows } = await sql<{ lost: number }>`
    select count(*) as lost from survey_answer_category x join survey_category y using (category_id) where y.retired_at is not null
  `.execute(db)
  expect(rows[0]?.lost).toBe(0)
})

test('every change is in the audit log, without pseudonyms', async () => {
  const { id, respondents } = await givenCoded()
  const entries = await readRows(
    db,
    'auditEntry',
    ['action', 'after'],
    { subject: `survey:${id}` },
    'entryId',
  )
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array<string>(3).fill('results.category-changed'),
    ...Array<string>(3).fill('results.answers-coded'),
  ])
  expect(entries.at(-1)?.after).toEqual({ questionId: 4, add: [3], remove: [], answers: 1 })
  for (const respondent of respondents) expect(JSON.stringify(entries)).not.toContain(respondent)
})
