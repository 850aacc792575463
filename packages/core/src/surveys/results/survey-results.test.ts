import { SMALLEST_CELL, surveyResultsInput } from '@chuma/contract/surveys/results'
import { tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenMember, openTestDb, readRow } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { givenSurvey } from '../testing.ts'
import { type Equation, findRange } from './attacker.testing.ts'
import { exportCodebook, listSurveyAnswers } from './export-results.ts'
import { getCrossTab } from './get-cross-tab.ts'
import { getSurveyResults } from './get-survey-results.ts'
import { type Side, suppressNamed, suppressTable, UNANSWERED } from './suppress.ts'
import { exportText } from './testing.ts'

const { db, deps } = await openTestDb()
const RAW = { isRaw: true }
const COUNTED = { isRaw: false }
type Answers = { bank: boolean; safe: number; monthly: boolean; words?: string }

async function answer(surveyId: string, { bank, safe, monthly, words = '' }: Answers): Promise<string> {
  const member = await givenMember(db)
  const answers = {
    '1': bank ? 'Bank' : 'SACCO',
    '2': safe,
    '3': monthly ? ('yes' as const) : ('no' as const),
    ...(words && { '4': words }),
  }
  await completeSurvey(deps, member, { surveyId, answers })
  // Answers that are given at once wait for a check, which is another subject.
  await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  return member.memberId
}

/** 40 people with a bank, 30 of whom save monthly; 40 with a SACCO, 10 of whom do. */
async function givenAnswers() {
  const surveyId = await givenSurvey(db, { title: 'Saving' })
  const members: string[] = []
  for (let number = 0; number < 80; number++) {
    const bank = number < 40
    const monthly = bank ? number < 30 : number < 50
    const words = number % 20 === 0 ? `School fees ${number}` : ''
    members.push(await answer(surveyId, { bank, safe: (number % 5) + 1, monthly, words }))
  }
  return { id: surveyId, members }
}

const { id, members } = await givenAnswers()
const ask = (given: object = {}) => surveyResultsInput.parse({ id, ...given })

test('answers are counted question by question, with their base and interval', async () => {
  const results = await getSurveyResults(deps, COUNTED, ask())
  expect(results).toMatchObject({
    title: 'Saving',
    base: 80,
    effectiveBase: null,
    attempts: { started: 80, completed: 80, accepted: 80, waiting: 0, rejected: 0 },
  })
  const [bank, safe, , words] = results.questions
  expect(bank?.rows[0]).toEqual({
    answer: 'Bank',
    label: 'Bank',
    count: 40,
    share: { share: 0.5, low: expect.closeTo(0.3927, 3), high: expect.closeTo(0.6073, 3) },
  })
  expect(safe?.mean).toMatchObject({ mean: 3, deviation: expect.closeTo(1.4231, 3) })
  expect(words).toMatchObject({ type: 'text', base: null, isSmallBase: true, rows: [] })
})

test('a filter by an answer counts those people only', async () => {
  const { base, questions } = await getSurveyResults(deps, COUNTED, ask({ who: '1=SACCO' }))
  expect(base).toBe(40)
  expect(questions[2]?.rows.map(({ count }) => count)).toEqual([10, 30])
})

test('days are those of Kenya, and both ends count', async () => {
  const { days } = await getSurveyResults(deps, RAW, ask())
  const [today = { day: '', completed: 0 }] = days
  expect(days).toEqual([{ day: today.day, completed: 80 }])
  const baseOf = async (from: string, to: string) =>
    (await getSurveyResults(deps, RAW, ask({ from, to }))).base
  expect(await baseOf(today.day, today.day)).toBe(80)
  const dayBefore = new Date(Date.parse(today.day) - 86_400_000).toISOString().slice(0, 10)
  expect(await baseOf('2026-01-01', dayBefore)).toBe(0)
})

test('rejected and waiting answers do not count, unless they are asked for and are those of five people', async () => {
  const { id: other, member } = await givenOne()
  const read = (quality: string) =>
    getSurveyResults(deps, RAW, surveyResultsInput.parse({ id: other, quality }))
  await hold(other, member)
  expect(await read('accepted')).toMatchObject({ base: 1, attempts: { accepted: 1, waiting: 1 } })
  expect(await read('all')).toMatchObject({ base: 1 })
  for (let more = 0; more < 4; more += 1)
    await hold(other, await answer(other, { bank: true, safe: 2, monthly: true }))
  expect(await read('all')).toMatchObject({ base: 6 })
})

async function hold(surveyId: string, memberId: string) {
  await db
    .insertInto('surveyReview')
    .values({
      memberId,
      surveyId,
      state: 'held',
      flags: ['pace'],
      points: 5,
      minimumSeconds: 60,
      until: new Date(Date.now() + 3_600_000),
    })
    .execute()
}

async function givenOne() {
  const other = await givenSurvey(db)
  await answer(other, { bank: true, safe: 1, monthly: true })
  return { id: other, member: await answer(other, { bank: true, safe: 2, monthly: true }) }
}

test('anyone who may not see single answers sees no count of fewer than five, nor what it follows from', async () => {
  const { id: other } = await givenOne()
  const { questions, days, base } = await getSurveyResults(
    deps,
    COUNTED,
    surveyResultsInput.parse({ id: other }),
  )
  expect({ base, days, rows: questions.flatMap(({ rows }) => rows) }).toEqual({ base: 0, days: [], rows: [] })
  const few = await getSurveyResults(deps, COUNTED, ask({ who: '2=5' }))
  expect(few.questions[0]?.rows.map(({ count }) => count)).toEqual([8, 8])
})

test('a page that is read again tells nothing about fewer than five people who came or went', async () => {
  const other = await givenSurvey(db)
  const reads = async (reader: { isRaw: boolean }) => {
    const { base, questions, days } = await getSurveyResults(
      deps,
      reader,
      surveyResultsInput.parse({ id: other }),
    )
    const table = await getCrossTab(deps, reader, { id: other, quality: 'accepted', rows: 3, columns: 1 })
    return JSON.stringify({ base, questions, days, table })
  }
  const come = async (people: number) => {
    const came: string[] = []
    for (let person = 0; person < people; person += 1)
      came.push(await answer(other, { bank: person % 2 === 0, safe: 3, monthly: true }))
    return came
  }
  const [first = '', second = '', ...others] = await come(20)
  const before = await reads(COUNTED)
  expect(JSON.parse(before)).toMatchObject({ base: 20 })

  await come(4)
  expect(await reads(COUNTED)).toBe(before)
  expect(JSON.parse(await reads(RAW))).toMatchObject({ base: 24 })
  await hold(other, first)
  expect(await reads(COUNTED)).toBe(before)

  await come(2)
  const after = await reads(COUNTED)
  expect(JSON.parse(after)).toMatchObject({ base: 26 })
  for (const member of [second, ...others.slice(0, 2)]) await hold(other, member)
  expect(await reads(COUNTED)).toBe(after)
  await hold(other, others[3] ?? '')
  expect(JSON.parse(await reads(COUNTED))).toMatchObject({ base: 21 })
})

test('two readers at once let the same people join the counts', async () => {
  const other = await givenSurvey(db)
  for (let person = 0; person < 9; person += 1) await answer(other, { bank: true, safe: 3, monthly: true })
  const read = () => getSurveyResults(deps, COUNTED, surveyResultsInput.parse({ id: other }))
  const bases = await Promise.all(Array.from({ length: 8 }, async () => (await read()).base))
  expect(bases).toEqual(bases.map(() => 9))
})

test('only someone who may see single answers reads those that wait or were rejected', async () => {
  await expect(getSurveyResults(deps, COUNTED, ask({ quality: 'all' }))).rejects.toMatchObject({
    fields: { quality: [{ code: 'QUALITY_NOT_OPEN' }] },
  })
})

test('weights give shares of a population and say what they cost', async () => {
  const weights = JSON.stringify({ 1: { Bank: 0.2, SACCO: 0.8 } })
  const { base, effectiveBase, questions } = await getSurveyResults(deps, COUNTED, ask({ weights }))
  expect(base).toBe(80)
  expect(effectiveBase).toBeCloseTo(80 / (0.4 * 0.4 * 0.5 + 1.6 * 1.6 * 0.5), 5)
  expect(questions[0]?.rows.map(({ share, count }) => [share?.share, count])).toEqual([
    [expect.closeTo(0.2, 8), 40],
    [expect.closeTo(0.8, 8), 40],
  ])
  // 0.2 × 75 % + 0.8 × 25 %
  expect(questions[2]?.rows[0]?.share?.share).toBeCloseTo(0.35, 8)
})

test.each([
  ['nobody gave the answer', JSON.stringify({ 1: { Bank: 0.5, Mattress: 0.5 } }), 'WEIGHTS_IMPOSSIBLE'],
  ['the survey does not ask the question', JSON.stringify({ 9: { yes: 1 } }), 'INVALID_INPUT'],
])('weights are refused when %s', async (_, weights, code) => {
  await expect(getSurveyResults(deps, RAW, ask({ weights }))).rejects.toMatchObject({ failure: { code } })
})

test.each([
  ['{', 'NOT_JSON'],
  ['{"1":{"Bank":0.5}}', 'SHARES_NOT_ONE'],
])('weights %s are not read', (weights, told) => {
  expect(JSON.stringify(surveyResultsInput.safeParse({ id, weights }).error)).toContain(told)
})

test('a cross-tab has shares of each column, and letters for what is no chance', async () => {
  const table = await getCrossTab(deps, COUNTED, { id, quality: 'accepted', rows: 3, columns: 1 })
  const column = { base: 40, isSmallBase: false }
  expect(table.columns).toEqual([
    { letter: 'A', answer: 'Bank', label: 'Bank', ...column },
    { letter: 'B', answer: 'SACCO', label: 'SACCO', ...column },
  ])
  const cells = table.rows.map((row) => row.cells.map(({ count, share, letters }) => [count, share, letters]))
  expect(cells).toEqual([
    [
      [30, 0.75, 'B'],
      [10, 0.25, ''],
    ],
    [
      [10, 0.25, ''],
      [30, 0.75, 'A'],
    ],
  ])
})

test('a small cell of a cross-tab is hidden with enough others that it does not follow', async () => {
  const table = await getCrossTab(deps, COUNTED, { id, quality: 'accepted', rows: 2, columns: 3 })
  const all = await getCrossTab(deps, RAW, { id, quality: 'accepted', rows: 2, columns: 3 })
  for (const [row, { cells }] of table.rows.entries()) {
    for (const [at, { count }] of cells.entries()) {
      if (count !== null)
        expect([count, count === 0 || count >= 5]).toEqual([all.rows[row]?.cells[at]?.count, true])
    }
  }
})

test.each([1, 4])('a question is not set against itself, or against words: %i', async (columns) => {
  const table = getCrossTab(deps, RAW, { id, quality: 'accepted', rows: 1, columns })
  await expect(table).rejects.toMatchObject({ failure: { code: 'INVALID_INPUT' } })
})

test('open answers are searched and paged under pseudonyms', async () => {
  const wish = { id, quality: 'accepted' as const, questionId: 4 }
  const all = await listSurveyAnswers(deps, { ...wish, limit: 50 })
  expect(all).toHaveLength(4)
  const [first] = await listSurveyAnswers(deps, { ...wish, limit: 1 })
  expect(first).toEqual(all[0])
  expect(await listSurveyAnswers(deps, { ...wish, limit: 50, after: first?.id })).toEqual(all.slice(1))
  const found = await listSurveyAnswers(deps, { ...wish, limit: 50, search: 'FEES 60' })
  expect(found.map((one) => one.answer)).toEqual(['School fees 60'])
  expect(JSON.stringify(all)).not.toContain(members[0])
})

test('the file has a row for each person with codes, is in the audit log, and the codebook explains it', async () => {
  const csv = await exportText(deps, { id })
  const [header, ...rows] = csv.trim().split('\r\n')
  expect(header?.replace('\ufeff', '')).toBe(
    'respondent,version,day,last_day,seconds,language,quality_score,quality_flags,profile_age,profile_sex,profile_county,profile_settlement,profile_education,profile_age_years,device,q1,q2,q3,q4',
  )
  expect(rows).toHaveLength(80)
  expect(rows[0]).toMatch(/^r[0-9a-f]{15},0,(?:\d{4}-\d\d-\d\d,){2}\d+,,0,,{8}[12],[1-5],(?:yes|no),/)
  expect(csv).not.toContain(members[0] ?? '-')
  const entry = await readRow(db, 'auditEntry', ['action', 'subject', 'after'], {
    action: 'results.exported',
  })
  expect(entry).toEqual({
    action: 'results.exported',
    subject: `survey:${id}`,
    after: { rows: 80, format: 'csv', quality: 'accepted' },
  })
  const codebook = (await exportCodebook(deps, { id })).trim().split('\r\n')
  expect(codebook).toContain('q1,Where do you save?,,multiple-choice,1,1,Bank,')
})

test('a pseudonym of one survey says nothing in another', async () => {
  const member = await givenMember(db)
  const respondents: (string | undefined)[] = []
  for (const surveyId of [await givenSurvey(db), await givenSurvey(db)]) {
    await completeSurvey(deps, member, {
      surveyId,
      answers: { '1': 'Bank', '2': 3, '3': 'yes', '4': 'Land' },
    })
    await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
    const [row] = await listSurveyAnswers(deps, {
      id: surveyId,
      quality: 'accepted',
      questionId: 4,
      limit: 1,
    })
    respondents.push(row?.id)
  }
  expect(respondents[0]).not.toBe(respondents[1])
})

test('a partner’s survey has its results elsewhere, and an unknown one has none', async () => {
  const external = await givenSurvey(db, { kind: 'external' })
  const read = (surveyId: string) => getSurveyResults(deps, RAW, surveyResultsInput.parse({ id: surveyId }))
  await expect(read(external)).rejects.toMatchObject({ failure: { code: 'RESULTS_ELSEWHERE' } })
  await expect(read(crypto.randomUUID())).rejects.toMatchObject({ failure: { code: 'SURVEY_NOT_FOUND' } })
})

/** Columns of counts in which small and empty cells are common. */
const table = fc
  .record({
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.integer({ min: 1, max: 6 }),
    most: fc.constantFrom(6, 12, 40),
  })
  .chain(({ columns, rows, most }) => {
    const count = fc.oneof(fc.constant(0), fc.nat(6), fc.nat(most))
    return fc.array(fc.array(count, { minLength: rows, maxLength: rows }), {
      minLength: columns,
      maxLength: columns,
    })
  })

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const rowsOf = (columns: readonly number[][]) =>
  (columns[0] ?? []).map((_, at) => columns.map((cells) => cells[at] ?? 0))

/** What the pages of two questions and of their table say, over the cells line by line. Each may have people who gave no answer. */
function publish(counts: number[][], isFirst = false) {
  const [rows, columns] = [rowsOf(counts).map(sum), counts.map(sum)]
  const sideOf = (totals: number[]): Side & { shown: (number | null)[] } => {
    const names = totals.map((_, at) => (isFirst && at === 0 ? UNANSWERED : `a${at}`))
    const told = suppressNamed(new Map(names.flatMap((name, at) => (name ? [[name, totals[at] ?? 0]] : []))))
    const base = sum([...totals.entries()].flatMap(([at, total]) => (names[at] ? total : [])))
    const shown = names.map((name, at) =>
      name ? (told.get(name) ?? null) : base < SMALLEST_CELL ? null : (totals[at] ?? 0),
    )
    return { names, shown, hidden: new Set(names.filter((_, at) => shown[at] === null)) }
  }
  const [lines, places] = [sideOf(columns), sideOf(rows)]
  const height = rows.length
  const equations: Equation[] = []
  const say = (total: number | null | undefined, has: (column: number, row: number) => boolean) => {
    const cells = counts.flatMap((each, line) =>
      each.flatMap((_, row) => (has(line, row) ? line * height + row : [])),
    )
    if (typeof total === 'number') equations.push({ cells, total })
  }
  if (sum(rows) >= SMALLEST_CELL) {
    say(sum(rows), () => true)
    for (const [at, total] of places.shown.entries()) say(total, (_, row) => row === at)
    for (const [at, total] of lines.shown.entries()) say(total, (line) => line === at)
  }
  const shown = suppressTable(counts, { lines, places })
  for (const [at, cells] of (shown ?? []).entries())
    for (const [place, count] of cells.entries()) say(count, (line, row) => line === at && row === place)
  return { equations, shown, isFree: (line: number, row: number) => isFirst && (line === 0 || row === 0) }
}

test(
  'nobody who solves the equations of a table and its two questions finds a count under five',
  () => {
    fc.assert(
      fc.property(table, fc.boolean(), (counts, isFirst) => {
        const { equations, isFree } = publish(counts, isFirst)
        const height = counts[0]?.length ?? 0
        const wanted = counts.flatMap((cells, line) =>
          cells.flatMap((count, row) => (isFree(line, row) ? [] : { count, sumOf: [line * height + row] })),
        )
        for (const { count, sumOf } of wanted) {
          if (count === 0 || count >= SMALLEST_CELL) continue
          const { most } = findRange(equations, { size: counts.flat().length, sumOf })
          expect(most).toBeGreaterThanOrEqual(SMALLEST_CELL)
        }
      }),
      { numRuns: tries({ short: 300, long: 10_000 }) },
    )
  },
  tries({ short: 60_000, long: 900_000 }),
)

test('a zero is hidden where a small count would follow from it', () => {
  const { shown } = publish([
    [13, 4],
    [0, 11],
  ])
  expect(shown).toEqual([
    [null, null],
    [null, null],
  ])
})

test('what need not be hidden is shown', () => {
  expect(
    publish([
      [30, 10],
      [12, 28],
    ]).shown,
  ).toEqual([
    [30, 10],
    [12, 28],
  ])
  const { shown } = publish([
    [3, 20, 30, 0],
    [25, 22, 31, 0],
    [40, 40, 40, 0],
  ])
  expect(shown?.map((cells) => cells.slice(2))).toEqual([
    [30, 0],
    [31, 0],
    [40, 0],
  ])
})
