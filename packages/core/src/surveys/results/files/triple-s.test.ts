import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readCsv } from '../../../read-csv.ts'
import { givenMember, openTestDb } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { publishQuestionnaire } from '../../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf } from '../../questionnaire/testing.ts'
import { exportTripleS } from '../export-results.ts'
import { getSurveyResults } from '../get-survey-results.ts'
import { canRun, exportText } from '../testing.ts'
import { readTripleS } from './triple-s.testing.ts'

const { db, deps } = await openTestDb()
const staff = { name: 'staff:analyst', address: null }

const id = await givenDraft(
  db,
  givenQuestions(
    { code: 'place', type: 'multiple-choice', options: optionsOf('town', 'country') },
    { code: 'drinks', type: 'choices', required: false, options: optionsOf('tea', 'coffee', 'water') },
    { code: 'cups', type: 'number', min: 0, max: 20 },
    { code: 'shops', type: 'grid', rows: optionsOf('kiosk', 'market'), columns: optionsOf('never', 'often') },
    { code: 'likes', type: 'scale', from: 0, to: 10 },
    { code: 'why', type: 'text', required: false, words: { en: 'Why <b>&</b> "how"?' } },
  ),
)
await publishQuestionnaire(deps, staff, { id, version: 1 })
for (let number = 0; number < 9; number++) {
  const member = await givenMember(db)
  await completeSurvey(deps, member, {
    surveyId: id,
    answers: {
      '1': number < 5 ? 'town' : 'country',
      ...(number < 7 && { '2': { choices: number < 3 ? ['tea', 'water'] : ['coffee'] } }),
      '3': number,
      '4': { rows: { kiosk: number < 8 ? 'often' : 'never', market: 'never' } },
      '5': number,
      ...(number === 0 && { '6': 'It is "cheap",\nand near' }),
      ...(number === 1 && { '6': '=HYPERLINK("http://evil.example")' }),
    },
  })
}

const CODES = ['place', 'drinks', 'cups', 'shops', 'likes', 'why']

test('a reader of Triple-S finds the same table as the page', async () => {
  const metadata = await exportTripleS(deps, { id })
  const data = await exportText(deps, { id, quality: 'all', format: 'triple-s' })
  const { title, variables, records } = readTripleS(
    metadata,
    (await readCsv(data, { mostRows: 100 })).rows.map(({ cells }) => cells),
  )
  const { questions, title: shown } = await getSurveyResults(deps, { isRaw: true }, { id, quality: 'all' })
  expect([title, records.length]).toEqual([shown.trim(), 9])
  for (const { id: number, part, type, question, rows } of questions) {
    const code = CODES[number - 1]
    const variable = variables.find(({ name }) => name === (part ? `${code}_${part}` : code))
    expect(variable?.label).toBe(question)
    if (type === 'text') continue
    const counted = new Map<string, number>()
    for (const record of records) {
      for (const answer of variable?.read(record) ?? []) counted.set(answer, (counted.get(answer) ?? 0) + 1)
    }
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(rows.flatMap(({ label, count }) => (count ? [[label, count]] : []))),
    )
  }
})

test('means follow from scores, not from codes', async () => {
  const metadata = await exportTripleS(deps, { id })
  expect(metadata).toContain('<value code="1" score="0">0</value>')
  expect(metadata).toContain('<value code="11" score="10">10</value>')
})

// Debian's libxml2-utils. Without it the metadata is held to `readTripleS` alone.
const hasXmllint = canRun('xmllint', ['--version'])
const schema = path.join(import.meta.dirname, 'triple-s-3.0.xsd')

function validate(metadata: string): string {
  try {
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], {
      input: metadata,
      stdio: 'pipe',
    })
    return ''
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr)
  }
}

test.skipIf(!hasXmllint)('the metadata is valid by the schema of version 3.0', async () => {
  expect(validate(await exportTripleS(deps, { id }))).toBe('')
})

test.skipIf(!hasXmllint).each([
  ['an older version', 'version="3.0"', 'version="2.0"'],
  ['an encoding that the standard does not know', 'encoding="UTF-8" skip', 'encoding="UTF-16" skip'],
  ['an ident twice', 'variable ident="2"', 'variable ident="1"'],
  ['a code twice', 'value code="2"', 'value code="1"'],
  ['a label behind its position', /(<label>Day<\/label>)\n(<position start="2"\/>)/, '$2\n$1'],
  ['a type of its own', 'type="quantity"', 'type="number"'],
])('the schema refuses %s', async (_, written, broken) => {
  const metadata = await exportTripleS(deps, { id })
  const changed = metadata.replace(written, broken)
  expect(changed).not.toBe(metadata)
  expect(validate(changed)).toMatch(/validity error|fails to validate/)
})

test.runIf(!hasXmllint)('xmllint is not installed here: nothing was validated by it', ({ annotate }) =>
  annotate('apt-get install libxml2-utils'),
)

test('words are quoted, on one line, and are no formulas', async () => {
  const data = await exportText(deps, { id, quality: 'all', format: 'triple-s' })
  expect(data).toContain('"It is ""cheap"", and near"')
  expect(data).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
})

test('JSON has the columns of the codebook, as codes or in words', async () => {
  const codes = JSON.parse(await exportText(deps, { id, quality: 'all', format: 'json' }))
  const words = JSON.parse(await exportText(deps, { id, quality: 'all', format: 'json', cells: 'words' }))
  expect(codes).toHaveLength(9)
  const pick = (rows: Record<string, unknown>[]) => rows.find(({ cups }) => cups === 4)
  expect(pick(codes)).toEqual({
    respondent: expect.stringMatching(/^r[0-9a-f]{15}$/),
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    seconds: expect.any(Number),
    ...{ version: 1, last_day: expect.any(String), language: null, quality_flags: expect.any(String) },
    ...{ quality_score: expect.any(Number), profile_age: null, profile_sex: null, profile_county: null },
    ...{ profile_settlement: null, profile_education: null, profile_age_years: null, device: null },
    ...{ place: 'town', drinks_tea: 0, drinks_coffee: 1, drinks_water: 0, cups: 4 },
    ...{ shops_kiosk: 'often', shops_market: 'never', likes: 4, why: null },
  })
  expect(pick(words)).toMatchObject({ place: 'The town', drinks_coffee: 'Chosen', shops_kiosk: 'The often' })
})

test('every export is a delivery', async () => {
  const { length } = await db.selectFrom('surveyDelivery').selectAll().execute()
  await exportText(deps, { id, quality: 'all', who: '1=town', format: 'json' })
  const [delivery, ...others] = await db
    .selectFrom('surveyDelivery')
    .select(['recipient', 'format', 'people', 'quality', 'questionId', 'answer', 'deliveredBy'])
    .orderBy('deliveredAt', 'desc')
    .execute()
  expect(others).toHaveLength(length)
  expect(delivery).toEqual({
    recipient: (await deps.product()).name,
    format: 'json',
    people: 5,
    quality: 'all',
    questionId: 1,
    answer: 'town',
    deliveredBy: 'staff:analyst',
  })
})
