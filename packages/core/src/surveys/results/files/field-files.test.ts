import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GivenAnswer } from '@chuma/contract/surveys/answers'
import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { exportResultsInput } from '@chuma/contract/surveys/results'
import { expect, onTestFinished, test } from 'vitest'
import { givenStaff } from '../../../admin/testing.ts'
import { readCsv } from '../../../read-csv.ts'
import { givenMember, openTestDb } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { updateSurvey } from '../../offers/offers.ts'
import { getDraft, publishQuestionnaire, saveQuestionnaire } from '../../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf } from '../../questionnaire/testing.ts'
import { givenSurvey } from '../../testing.ts'
import { changeCategory, codeAnswers } from '../categories.ts'
import { exportCodebook, exportResults, exportTripleS, listSurveyAnswers } from '../export-results.ts'
import { getSurveyResults } from '../get-survey-results.ts'
import { canRun } from '../testing.ts'
import { cut } from './sav.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const RAW = { isRaw: true }

// Debian's pspp and libreoffice-calc. What they read is compared with what the page shows.
const hasPspp = canRun('pspp', ['--version'])
const hasOffice = canRun('soffice', ['--version'])

async function exportBytes(filter: object): Promise<Buffer> {
  const pieces: Buffer[] = []
  const input = exportResultsInput.parse({ quality: 'all', ...filter })
  for await (const piece of await exportResults(deps, staff, input)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** The rows of a CSV file by the names of its columns. */
async function exportRows(filter: object): Promise<Record<string, string>[]> {
  const { head, rows } = await readCsv((await exportBytes(filter)).toString(), { mostRows: 1000 })
  return rows.map(({ cells }) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

async function givenPublished(asked: Questionnaire): Promise<string> {
  const id = await givenDraft(db, asked)
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  return id
}

async function publishNext(id: string, version: number, next: Questionnaire): Promise<void> {
  await saveQuestionnaire(deps, staff, { id, version, questionnaire: next })
  await publishQuestionnaire(deps, staff, { id, version: version + 1 })
}

async function answer(surveyId: string, ...all: Record<string, GivenAnswer>[]): Promise<void> {
  for (const answers of all)
    await completeSurvey(deps, await givenMember(db), { surveyId, answers, language: 'sw' })
  await db.deleteFrom('surveyReview').where('surveyId', '=', surveyId).execute()
}

function givenFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-files-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Let PSPP open a system file and run commands on it. */
async function runPspp(filter: object, commands: string): Promise<string> {
  const dir = givenFolder()
  writeFileSync(path.join(dir, 'chuma.sav'), await exportBytes({ ...filter, format: 'sav' }))
  writeFileSync(path.join(dir, 'read.sps'), `GET FILE='chuma.sav'.\n${commands}`)
  const told = execFileSync('pspp', ['-O', 'format=csv', 'read.sps'], { cwd: dir, encoding: 'utf8' })
  expect(told).not.toMatch(/error|warning/i)
  return told
}

const other = { code: 'other', kind: 'other' as const, words: { en: 'Another' } }
const brands = givenQuestions({
  code: 'brand',
  type: 'choices',
  words: { en: 'Which brands?' },
  options: [{ code: 'hill', words: { en: 'Hill Tea' } }, other],
})

test('C01 the words typed at "Other" are in every file, and are read and coded like an open answer', async () => {
  const id = await givenPublished(brands)
  const hill = { '1': { choices: ['hill'] } }
  await answer(id, { '1': { choices: ['hill', 'other'], other: 'Kericho Gold' } }, hill, hill, hill, hill)
  for (const cells of ['codes', 'numbers', 'words'])
    expect((await exportRows({ id, cells })).map((row) => row.brand_other_text)).toContain('Kericho Gold')
  for (const format of ['json', 'triple-s'])
    expect((await exportBytes({ id, format })).toString()).toContain('Kericho Gold')
  if (hasPspp) expect(await runPspp({ id }, 'LIST brand_other_text.\n')).toContain('Kericho Gold')
  expect(await exportCodebook(deps, { id })).toContain('brand_other_text,Which brands?,Another,text,,,')
  const { questions } = await getSurveyResults(deps, RAW, { id, quality: 'all' })
  expect(questions.map(({ part, base }) => [part, base])).toEqual([
    ['', 5],
    ['other', 1],
  ])
  const [found] = await listSurveyAnswers(deps, { id, quality: 'all', questionId: 1, limit: 10 })
  expect(found?.answer).toBe('Kericho Gold')
  await changeCategory(deps, staff, { id, questionId: 1, change: { kind: 'add', name: 'Kenyan' } })
  const respondents = [found?.id ?? '']
  await codeAnswers(deps, staff, { id, questionId: 1, respondents, add: [1], remove: [] })
  expect((await exportRows({ id })).map((row) => row.brand_other_text_coded_1).sort()).toEqual([
    '',
    '',
    '',
    '',
    '1',
  ])
})

test('the number of those who typed words is not told to readers of counts, who may not see who chose "Other"', async () => {
  const id = await givenPublished(brands)
  await answer(id, ...Array(6).fill({ '1': { choices: ['other'], other: 'Uji' } }))
  const { questions } = await getSurveyResults(deps, { isRaw: false }, { id, quality: 'accepted' })
  expect(questions.map(({ part }) => part)).toEqual([''])
})

const LONG =
  'Je, unaweza kusema kwamba huduma hii ni nzuri kuliko zile nyingine ambazo umewahi kutumia katika miezi sita iliyopita? Chagua zote.'
const options = [
  { code: 'Safaricom', words: { en: 'Safaricom' } },
  { code: 'airtel', words: { en: 'Airtel' } },
]

test.skipIf(!hasPspp)(
  'C02 labels keep the option, and a long question is cut at the border of a character',
  async () => {
    const words = { en: `${LONG} ${'😀'.repeat(60)}` }
    const id = await givenPublished(givenQuestions({ code: 'Q7', type: 'choices', words, options }))
    await answer(id, { '1': { choices: ['airtel'] } })
    const told = await runPspp({ id }, 'DISPLAY LABELS.\nMRSETS /DISPLAY NAME=ALL.\n')
    const labels = told.split('\n').filter((line) => /^Q7_\w+,\d/.test(line))
    expect(labels).toEqual([
      expect.stringMatching(/^Q7_Safaricom,\d+,Je, .*… Safaricom$|^Q7_Safaricom,\d+,"Je, .*… Safaricom"$/),
      expect.stringMatching(/^Q7_airtel,\d+,"?Je, .*… Airtel"?$/),
    ])
    for (const label of labels) expect(label).not.toContain('\ufffd')
    expect(told).toMatch(/\$Q7/)
  },
)

test.each([
  ['an emoji', 'aa😀', 4, 'aa'],
  ['a family of emoji', 'a👨‍👩‍👧', 20, 'a👨‍👩‍👧'],
  ['a family that does not fit whole', 'a👨‍👩‍👧', 12, 'a'],
  ['Ethiopic', 'ሀሁ', 5, 'ሀ'],
  ['what fits', 'é', 2, 'é'],
])('%s is kept whole or left out', (_, text, bytes, kept) => {
  expect(cut(text, bytes)).toBe(kept)
})

const numbers = givenQuestions({ code: 'price', type: 'number', min: -5, max: 1000, decimals: 2 })

test.skipIf(!hasPspp).each(['DOT', 'COMMA'])(
  'C03 with SET DECIMAL=%s every number is read',
  async (decimal) => {
    const id = await givenPublished(numbers)
    await answer(id, { '1': 61.5 }, { '1': 0.25 }, { '1': 70 }, { '1': -5 })
    const told = await runPspp({ id }, `SET DECIMAL=${decimal}.\nDESCRIPTIVES price.\n`)
    expect(told.replaceAll(',', '.')).toMatch(/price\?\.4\."?31\.69"?\."?39\.54/)
  },
)

test.skipIf(!hasPspp)('C04 answers of any length and script are whole', async () => {
  const id = await givenPublished(givenQuestions({ code: 'why', type: 'text', required: false }))
  const texts = ['ሀ'.repeat(1500), `${'x'.repeat(254)}é😀 and more`, 'One\nline']
  await answer(id, ...texts.map((text) => ({ '1': text })), {})
  const told = await runPspp({ id }, 'LIST why.\n')
  for (const text of texts.slice(0, 2)) expect(told).toContain(text)
  const [row] = (await exportRows({ id })).filter(({ why }) => why?.startsWith('ሀ'))
  expect(row?.why).toBe(texts[0])
})

test.skipIf(!hasPspp)('a survey that nobody has answered is a file without cases', async () => {
  const id = await givenPublished(brands)
  expect(await runPspp({ id }, 'DISPLAY DICTIONARY.\nSHOW N.\n')).toMatch(/brand_hill/)
  expect(await exportRows({ id })).toEqual([])
  expect(JSON.parse((await exportBytes({ id, format: 'json' })).toString())).toEqual([])
})

test('C05 Triple-S quotes bits that begin with 0, and writes decimals and ranges alike', async () => {
  const id = await givenPublished(
    givenQuestions(
      { code: 'tea', type: 'choices', options: optionsOf('hill', 'lake', 'plain') },
      { code: 'price', type: 'number', min: 0, max: 100, decimals: 2 },
      { code: 'phone', type: 'number', min: 0, max: 999_999_999_999 },
    ),
  )
  await answer(id, { '1': { choices: ['lake'] }, '2': 61.5, '3': 254_712_345_678 })
  const [, row] = (await exportBytes({ id, format: 'triple-s' })).toString().split('\r\n')
  expect(row).toMatch(/,"010",61\.50,254712345678$/)
  const metadata = await exportTripleS(deps, { id })
  expect(metadata).toContain('<range from="0.00" to="100.00"/>')
  expect(metadata).toContain('<range from="0" to="999999999999"/>')
})

const place = (...codes: string[]) =>
  givenQuestions({ code: 'place', type: 'multiple-choice', options: optionsOf(...codes) })

test('C09 one file has all versions, and a number never changes its meaning', async () => {
  const id = await givenPublished(place('hill', 'lake', 'plain'))
  await answer(id, { '1': 'hill' }, { '1': 'lake' }, { '1': 'plain' })
  await publishNext(id, 1, place('hill', 'fresh', 'lake', 'plain'))
  await answer(id, { '1': 'lake' }, { '1': 'fresh' })
  const rows = await exportRows({ id, cells: 'numbers' })
  expect(rows.map((row) => `${row.version} ${row.place}`).sort()).toEqual(['1 1', '1 2', '1 3', '2 2', '2 4'])
  const { base, version, questions } = await getSurveyResults(deps, RAW, { id, quality: 'all' })
  expect({ base, version }).toEqual({ base: 5, version: null })
  expect(questions[0]?.rows.map(({ answer: code, count }) => [code, count])).toEqual([
    ['hill', 1],
    ['fresh', 1],
    ['lake', 2],
    ['plain', 1],
  ])
  // Removed, put in another order, and added again.
  await publishNext(id, 2, place('plain', 'hill'))
  await publishNext(id, 3, place('fresh', 'swamp', 'hill', 'lake'))
  const codebook = await exportCodebook(deps, { id })
  for (const [code, number] of [
    ['hill', 1],
    ['lake', 2],
    ['plain', 3],
    ['fresh', 4],
    ['swamp', 5],
  ])
    expect(codebook).toContain(`place,About place?,,multiple-choice,${code},${number},The ${code}`)
  expect(await exportCodebook(deps, { id, version: 3 })).toContain(',plain,3,The plain')
})

test('a number outlives an edit of a plain list, before its questionnaire and after', async () => {
  const listOf = (...labels: string[]) => [
    { id: 1, type: 'multiple-choice' as const, question: 'Where?', options: labels, required: true },
  ]
  const id = await givenSurvey(db, { questions: listOf('Bank', 'SACCO') })
  await answer(id, { '1': 'Bank' }, { '1': 'SACCO' })
  await updateSurvey(deps, staff, { id, questions: listOf('Mattress', 'SACCO') })
  await answer(id, { '1': 'Mattress' }, { '1': 'SACCO' })
  const read = async () => (await exportRows({ id, cells: 'words' })).map((row) => row.q1).sort()
  const numbers = async () => (await exportRows({ id, cells: 'numbers' })).map((row) => row.q1).sort()
  expect([await read(), await numbers()]).toEqual([
    ['Bank', 'Mattress', 'SACCO', 'SACCO'],
    ['1', '2', '2', '3'],
  ])
  const { questionnaire: draft } = await getDraft(deps, { id })
  await saveQuestionnaire(deps, staff, { id, version: 0, questionnaire: questionnaire.parse(draft) })
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  await answer(id, { '1': 'o1' })
  expect([await read(), await numbers()]).toEqual([
    ['Bank', 'Mattress', 'Mattress', 'SACCO', 'SACCO'],
    ['1', '2', '2', '3', '3'],
  ])
})

test('a code that is a number is its number, and a choice that a version does not offer is missing', async () => {
  const asked = (...codes: string[]) =>
    givenQuestions({ code: 'fuel', type: 'choices', options: optionsOf(...codes) })
  const id = await givenPublished(asked('gas', '98', '2'))
  await answer(id, { '1': { choices: ['gas', '98'] } })
  await publishNext(id, 1, asked('gas', 'wood', '98', '2'))
  await answer(id, { '1': { choices: ['wood'] } })
  const rows = await exportRows({ id })
  expect(rows.map(({ version, fuel_wood, fuel_98 }) => [version, fuel_wood, fuel_98]).sort()).toEqual([
    ['1', '', '1'],
    ['2', '1', '0'],
  ])
  const one = givenQuestions({ code: 'sex', type: 'multiple-choice', options: optionsOf('2', 'other', '1') })
  const codebook = await exportCodebook(deps, { id: await givenPublished(one) })
  for (const line of ['2,2,The 2', 'other,3,The other', '1,1,The 1'])
    expect(codebook).toContain(`sex,About sex?,,multiple-choice,${line}`)
})

test('a question that comes back is the same column, and one that is asked another way is another', async () => {
  const tea = { code: 'tea', type: 'yes-no' as const }
  const id = await givenPublished(givenQuestions(tea, { code: 'cups', type: 'rating' }))
  await answer(id, { '1': 'yes', '2': 3 })
  await publishNext(id, 1, givenQuestions({ id: 2, code: 'cups', type: 'number', min: 0, max: 99 }))
  await answer(id, { '3': 12 })
  await publishNext(id, 2, givenQuestions({ ...tea, id: 7 }))
  await answer(id, { '1': 'no' })
  const rows = await exportRows({ id })
  expect(rows.map((row) => [row.version, row.tea, row.cups, row.cups_2].join()).sort()).toEqual([
    '1,yes,,3',
    '2,,12,',
    '3,no,,',
  ])
})

test('names and codes are as the author wrote them, and no two columns share one', async () => {
  const id = await givenPublished(
    givenQuestions(
      { code: 'drinking_water_group', type: 'multiple-choice', options: optionsOf('private', 'Public_Tap') },
      { code: 'a', type: 'choices', options: optionsOf('b_c', 'd') },
      { code: 'a_b_c', type: 'yes-no' },
      { code: 'Seconds', type: 'number', min: 0, max: 9 },
      { code: 'by', type: 'rating' },
    ),
  )
  await answer(id, { '1': 'Public_Tap', '2': { choices: ['d'] }, '3': 'no', '4': 7, '5': 2 })
  const [row = {}] = await exportRows({ id })
  expect(row).toMatchObject({
    drinking_water_group: 'Public_Tap',
    a_b_c: '0',
    a_d: '1',
    a_b_c_2: 'no',
    Seconds_2: '7',
    by: '2',
    language: 'sw',
    version: '1',
  })
  if (hasPspp) expect(await runPspp({ id }, 'LIST by_ a_b_c_2.\n')).toContain('2,2')
})

test.skipIf(!hasOffice)(
  'LibreOffice opens the workbook with ids, zeros, days and long words as they were',
  { timeout: 120_000 },
  async () => {
    const id = await givenPublished(
      givenQuestions(
        { code: 'why', type: 'text', required: false },
        { code: 'place', type: 'multiple-choice', options: optionsOf('town', 'country') },
        { code: 'price', type: 'number', min: -10, max: 10, decimals: 1 },
      ),
    )
    const texts = ['007', '=1+1', '_x0041_ <b>&"', 'ሀ😀', '1e5', 'two\nlines']
    await answer(id, ...texts.map((text) => ({ '1': text, '2': 'town', '3': -1.5 })))
    const dir = givenFolder()
    writeFileSync(path.join(dir, 'chuma.xlsx'), await exportBytes({ id, format: 'xlsx' }))
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'
    execFileSync(
      'soffice',
      ['--headless', `-env:UserInstallation=file://${dir}/profile`, '--convert-to', filter, 'chuma.xlsx'],
      {
        cwd: dir,
        stdio: 'ignore',
      },
    )
    const read = async (sheet: string) => {
      const text = execFileSync('cat', [path.join(dir, `chuma-${sheet}.csv`)], { encoding: 'utf8' })
      const { head, rows } = await readCsv(text, { mostRows: 1000 })
      return rows.map(({ cells }) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
    }
    const written = await exportRows({ id, cells: 'words' })
    const kept = (rows: Record<string, string>[]) =>
      rows.map(({ respondent, day, why, place: where, price }) => [respondent, day, why, where, price])
    expect(kept(await read('Answers'))).toEqual(kept(written))
    expect(
      kept(written)
        .map(([, , why]) => why)
        .sort(),
    ).toEqual(texts.toSorted())
    expect(await read('Codebook')).toContainEqual(
      expect.objectContaining({ variable: 'place', code: 'country', number: '2', label: 'The country' }),
    )
  },
)

test.skipIf(!hasPspp)(
  'PSPP counts what the page counts, with labels, levels, days and sets of choices',
  async () => {
    const id = await givenPublished(
      givenQuestions(
        { code: 'place', type: 'multiple-choice', options: optionsOf('town', 'country') },
        { code: 'drinks', type: 'choices', required: false, options: optionsOf('tea', 'coffee') },
        { code: 'shops', type: 'grid', rows: optionsOf('kiosk'), columns: optionsOf('never', 'often') },
      ),
    )
    const one = (town: boolean, tea: boolean) => ({
      '1': town ? 'town' : 'country',
      ...(tea && { '2': { choices: ['tea'] } }),
      '3': { rows: { kiosk: 'often' } },
    })
    await answer(id, one(true, true), one(true, false), one(true, true), one(false, false), one(false, true))
    const told = await runPspp(
      { id },
      'FREQUENCIES place drinks_tea shops_kiosk.\nDISPLAY DICTIONARY.\nLIST day.\nMRSETS /DISPLAY NAME=ALL.\n',
    )
    expect(told).toMatch(/The town,3,60\.0%/)
    expect(told).toMatch(/The country,2,40\.0%/)
    expect(told).toMatch(/Chosen,3,60\.0%,100\.0%/)
    expect(told).toMatch(/Missing,\.?,2,40\.0%/)
    expect(told).toMatch(/The often,5,100\.0%/)
    expect(told).toMatch(/\d{4}\/\d\d\/\d\d/)
    expect(told).toMatch(/\$drinks,About drinks\?,/)
  },
)

test.runIf(!hasPspp || !hasOffice)(
  'PSPP or LibreOffice is not installed here: they read nothing',
  ({ annotate }) => annotate('apt-get install pspp libreoffice-calc'),
)
