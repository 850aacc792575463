import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GivenAnswer } from '@chuma/contract/surveys/answers'
import { exportResultsInput, tablesInput } from '@chuma/contract/surveys/results'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { givenStaff } from '../../../admin/testing.ts'
import { readCsv } from '../../../read-csv.ts'
import { givenMember, openTestDb } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { publishQuestionnaire } from '../../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf } from '../../questionnaire/testing.ts'
import { exportResults, exportTripleS } from '../export-results.ts'
import { getCrossTab } from '../get-cross-tab.ts'
import { getSurveyResults } from '../get-survey-results.ts'
import { getTables } from '../tables/tables.ts'
import { canRun } from '../testing.ts'
import { readTripleS } from './triple-s.testing.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const RAW = { isRaw: true }
const en = (text: string) => ({ en: text })

async function exportBytes(filter: object): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await exportResults(deps, staff, exportResultsInput.parse(filter)))
    pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

async function exportRows(filter: object): Promise<Record<string, string>[]> {
  const { head, rows } = await readCsv((await exportBytes(filter)).toString(), { mostRows: 100 })
  return rows.map(({ cells }) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const asked = givenQuestions(
  { code: 'intro', type: 'note', words: en('Welcome.\nPlease read.') },
  { code: 'agree', type: 'note', consent: true },
  {
    code: 'age',
    type: 'number',
    min: 0,
    max: 120,
    codes: [
      { code: 'dont-know', value: -98, words: en('I don’t know') },
      { code: 'refused', value: -99, words: en('I’d rather not say') },
    ],
  },
  { code: 'born', type: 'date' },
  { code: 'wakes', type: 'time' },
  { code: 'visit', type: 'date-time' },
  { code: 'best', type: 'ranking', most: 2, options: optionsOf('tea', 'milk', 'uji') },
  { code: 'double', type: 'calculation', calculate: { '*': [{ var: 'age' }, 2] } },
  {
    code: 'band',
    type: 'calculation',
    value: 'text',
    calculate: { if: [{ '>': [{ var: 'age' }, 30] }, 'older', 'younger'] },
  },
  { code: 'brands', type: 'choices', options: optionsOf('hill', 'lake') },
  { code: 'taste', type: 'grid', rowsFrom: 'brands', columns: optionsOf('good', 'bad') },
  {
    code: 'vote',
    type: 'multiple-choice',
    options: [
      ...optionsOf('one', 'two'),
      { code: 'no_say', kind: 'refused', words: en('I’d rather not say') },
      { code: '98', kind: 'dont-know', words: en('I don’t know') },
    ],
  },
  {
    code: 'trust',
    type: 'grid',
    rows: optionsOf('bank'),
    columns: [...optionsOf('low', 'high'), { code: 'dk', kind: 'dont-know', words: en('I can’t tell') }],
  },
  {
    code: 'buy',
    type: 'yes-no',
    variants: [
      { code: 'a', words: en('Would you buy it?') },
      { code: 'b', words: en('Do you want it?') },
    ],
  },
)

const answers = (age: GivenAnswer, day: string): Record<string, GivenAnswer> => ({
  2: true,
  3: age,
  4: `1990-05-${day}`,
  5: `06:${day}`,
  6: `2026-11-${day}T14:05`,
  7: ['uji', 'tea'],
  10: ['lake'],
  11: { rows: { lake: 'good' } },
  12: age === 'refused' ? 'no_say' : age === 'dont-know' ? '98' : 'one',
  13: { rows: { bank: age === 20 ? 'dk' : 'low' } },
  14: 'yes',
})

async function givenAnswered(): Promise<string> {
  const id = await givenDraft(db, asked)
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  const people = [20, 40, 'refused', 'dont-know', 60]
  for (const [at, age] of people.entries())
    await completeSurvey(deps, await givenMember(db), { surveyId: id, answers: answers(age, `1${at}`) })
  await db.deleteFrom('surveyReview').where('surveyId', '=', id).execute()
  return id
}

test('each type is one column or more of every text file, in codes, numbers and words', async () => {
  const id = await givenAnswered()
  const rowOf = async (cells: string) =>
    (await exportRows({ id, cells })).find(({ born }) => born === '1990-05-12') ?? {}
  const codes = await rowOf('codes')
  expect(codes).toMatchObject({
    agree: 'yes',
    age: 'refused',
    wakes: '06:12',
    visit: '2026-11-12T14:05',
    best_tea: '2',
    best_milk: '',
    best_uji: '1',
    double: '',
    band: 'younger',
    brands_hill: '0',
    taste_hill: '',
    taste_lake: 'good',
    buy: 'yes',
  })
  expect(Object.keys(codes)).not.toContain('intro')
  expect(['a', 'b']).toContain(codes.buy_variant)
  expect(await rowOf('numbers')).toMatchObject({ age: '-99', agree: '1', taste_lake: '1' })
  expect(await rowOf('words')).toMatchObject({ age: 'I’d rather not say', taste_lake: 'The good' })
  const [old] = (await exportRows({ id })).filter(({ age }) => age === '60')
  expect(old).toMatchObject({ double: '120', band: 'older' })
  const json = JSON.parse((await exportBytes({ id, format: 'json' })).toString())
  expect(json).toHaveLength(5)
})

test.skipIf(!canRun('pspp', ['--version']))(
  'PSPP reads days, times, user-missing values with labels, and ranks',
  async () => {
    const id = await givenAnswered()
    const dir = mkdtempSync(path.join(tmpdir(), 'chuma-types-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    writeFileSync(path.join(dir, 'chuma.sav'), await exportBytes({ id, format: 'sav' }))
    writeFileSync(
      path.join(dir, 'read.sps'),
      `GET FILE='chuma.sav'.
DISPLAY DICTIONARY /VARIABLES=age born wakes visit best_tea vote trust_bank buy_variant.
DESCRIPTIVES /VARIABLES=age.
FREQUENCIES /VARIABLES=age vote trust_bank.
SORT CASES BY born.
LIST born wakes visit best_tea best_milk double.
`,
    )
    const told = execFileSync('pspp', ['-O', 'format=csv', 'read.sps'], { cwd: dir, encoding: 'utf8' })
    expect(told).not.toMatch(/error|warning/i)
    expect(told).toMatch(/^age,\d+,About age\?,Scale,Input,8,Right,F12\.0,F12\.0,-98; -99$/m)
    expect(told).toContain('I’d rather not say')
    // 98 is its own number.
    expect(told).toMatch(/^vote,.*,3; 98$/m)
    expect(told).toMatch(/^trust_bank,.*,3$/m)
    // Of the five, one would rather not say and one does not know; of the three who voted, all chose one.
    expect(told).toMatch(/The one,3,60\.0%,100\.0%/)
    expect(told).toMatch(/Missing,I’d rather not say,1,20\.0%/)
    expect(told).toMatch(/The low,4,80\.0%,100\.0%/)
    // Two of five said no number.
    expect(told).toMatch(/About age\?,3,40\.00,20\.00,20,60/)
    expect(told).toContain('1990/05/10,06:10,10-NOV-2026 14:05,2,.,40.0000')
  },
)

test('a workbook has days and times as such', async () => {
  const id = await givenAnswered()
  const parts = unzipSync(await exportBytes({ id, format: 'xlsx' }))
  const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString()
  // 10 May 1990; 6:10; 10 November 2026 at 14:05.
  expect(sheet).toMatch(/s="1"><v>33003<\/v>/)
  expect(sheet).toMatch(new RegExp(`s="3"><v>${(6 * 60 + 10) / 1440}<`))
  expect(sheet).toMatch(/s="4"><v>46336\.58680/)
})

test('a Triple-S data set is read by the rules of the book', async () => {
  const id = await givenAnswered()
  const metadata = await exportTripleS(deps, { id })
  const data = (await exportBytes({ id, format: 'triple-s' })).toString()
  const { rows } = await readCsv(data, { mostRows: 100 })
  const { variables, records } = readTripleS(
    metadata,
    rows.map(({ cells }) => cells),
  )
  const read = (name: string) =>
    records.flatMap((record) => variables.find((each) => each.name === name)?.read(record))
  expect(read('born').sort()[0]).toBe('19900510')
  expect(read('wakes').sort()[0]).toBe('061000')
  expect(read('visit').sort()[0]).toBe('2026-11-10 14:05')
  expect(read('age').sort()).toEqual(['-98', '-99', '20', '40', '60'])
  expect(read('taste_lake')[0]).toBe('The good')
})

test('the page counts each type, and those who said no number have no part in its mean', async () => {
  const id = await givenAnswered()
  const { questions } = await getSurveyResults(deps, RAW, { id, quality: 'accepted' })
  const found = (code: number, part = '') => questions.find((each) => each.id === code && each.part === part)
  expect(questions.some(({ id: each }) => each === 1)).toBe(false)
  expect(found(3)).toMatchObject({ base: 5, mean: { mean: 40 } })
  expect(found(3)?.rows.map(({ label, count }) => [label, count])).toEqual(
    expect.arrayContaining([
      ['I don’t know', 1],
      ['I’d rather not say', 1],
      ['60', 1],
    ]),
  )
  expect(found(4)?.rows.map(({ answer, count }) => [answer, count])[0]).toEqual(['1990-05-10', 1])
  expect(found(7, 'uji')).toMatchObject({ base: 5, mean: { mean: 1 } })
  expect(found(7, 'milk')).toMatchObject({ base: 0 })
  expect(found(8)).toMatchObject({ type: 'number', base: 3, mean: { mean: 80 } })
  expect(found(11, 'lake')?.rows[0]).toMatchObject({ label: 'The good', count: 5 })
  const table = await getCrossTab(deps, RAW, { id, rows: 3, columns: 14, quality: 'accepted' })
  expect(table.rows.map(({ label }) => label)).toContain('I’d rather not say')
})

test('many days are counted by month, and many times by hour', async () => {
  const id = await givenDraft(db, givenQuestions({ code: 'day', type: 'date' }, { code: 'at', type: 'time' }))
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  for (let at = 10; at < 24; at += 1)
    await completeSurvey(deps, await givenMember(db), {
      surveyId: id,
      answers: { 1: `2026-0${1 + (at % 2)}-${at}`, 2: `0${at % 2}:${at}` },
    })
  await db.deleteFrom('surveyReview').where('surveyId', '=', id).execute()
  const few = await getTables(deps, { isRaw: false }, tablesInput.parse({ id }))
  expect(few.tables.map(({ rows }) => rows.map(({ label }) => label))).toEqual([
    ['2026-01', '2026-02'],
    ['00:00', '01:00'],
  ])
  const { questions } = await getSurveyResults(deps, RAW, { id, quality: 'accepted' })
  expect(questions.map(({ rows }) => rows.map(({ label, count }) => [label, count]))).toEqual([
    [
      ['2026-01', 7],
      ['2026-02', 7],
    ],
    [
      ['00:00', 7],
      ['01:00', 7],
    ],
  ])
})
