import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportResultsInput, tablesInput } from '@chuma/contract/surveys/results'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { givenStaff } from '../../../admin/testing.ts'
import { openTestDb } from '../../../testing.ts'
import { publishQuestionnaire } from '../../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf } from '../../questionnaire/testing.ts'
import { exportResults } from '../export-results.ts'
import { getCrossTab } from '../get-cross-tab.ts'
import { getSurveyResults } from '../get-survey-results.ts'
import { canRun, exportText, fillSurvey } from '../testing.ts'
import { exportTables } from './table-workbook.ts'
import { getTables } from './tables.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const RAW = { isRaw: true }
const COUNTED = { isRaw: false }

const QUESTIONS = givenQuestions(
  { code: 'place', type: 'multiple-choice', options: optionsOf('town', 'country') },
  { code: 'school', type: 'multiple-choice', options: optionsOf('none', 'primary', 'more') },
  { code: 'brand', type: 'multiple-choice', options: optionsOf('hill', 'lake', 'plain') },
  { code: 'drinks', type: 'choices', options: optionsOf('tea', 'coffee', 'milk') },
  { code: 'advise', type: 'scale', from: 0, to: 10 },
  { code: 'taste', type: 'rating' },
  { code: 'cups', type: 'number', min: 0, max: 99 },
  { code: 'shops', type: 'grid', rows: optionsOf('kiosk', 'market'), columns: optionsOf('never', 'often') },
  { code: 'stalls', type: 'grid', rows: optionsOf('near', 'far'), columns: optionsOf('never', 'often') },
)
const PEOPLE = 400

type Answers = Record<number, string | number | object>

/** Answers that hang together somewhat, so that some letters are written and others not. */
function answerAs(n: number): Answers {
  // Numbers that look drawn and are the same in every run.
  const draw = (salt: number, of: number) =>
    Math.floor(Math.abs(Math.sin(n * 12.9898 + salt * 78.233) * 43758.5453) % of)
  const isTown = draw(1, 10) < 6
  const more = isTown ? 2 : 0
  return {
    1: isTown ? 'town' : 'country',
    2: ['none', 'primary', 'primary', 'more'][draw(2, 4)] ?? '',
    3: ['hill', 'hill', 'lake', 'plain', 'plain'][Math.min(4, draw(3, 4) + (isTown ? 1 : 0))] ?? '',
    4: { choices: draw(4, 3) < (isTown ? 2 : 1) ? ['tea', 'milk'] : ['coffee'] },
    5: Math.min(10, draw(5, 9) + more),
    6: String(1 + Math.min(4, draw(6, 4) + more / 2)),
    7: draw(7, 40),
    8: {
      rows: { kiosk: draw(8, 3) === 0 ? 'never' : 'often', market: draw(9, 2) === 0 ? 'never' : 'often' },
    },
    9: { rows: { near: 'often', far: 'never' } },
  }
}

async function givenTabulated(people: number): Promise<string> {
  const id = await givenDraft(db, QUESTIONS)
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  const given = Array.from({ length: people }, (_, at) => at + 1).flatMap((n) =>
    Object.entries(answerAs(n)).map(([question, answer]) => ({ n, question: Number(question), answer })),
  )
  const answers = sql`select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(n int, question int, answer jsonb)`
  await fillSurvey(db, { surveyId: id, people, version: 1, answers })
  return id
}

const id = await givenTabulated(PEOPLE)
const ask = (given: object = {}) => tablesInput.parse({ id, ...given })
const WEIGHTS = { 1: { town: 0.35, country: 0.65 }, 2: { none: 0.2, primary: 0.5, more: 0.3 } }
const weights = JSON.stringify(WEIGHTS)

const hasR = canRun('Rscript', ['--version'])

/** Let R read the exported answers as `d` and run a program on them. */
async function runR(program: string, filter: object = {}): Promise<string[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-tables-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(path.join(dir, 'answers.csv'), await exportText(deps, { id, ...filter }))
  const read = `d <- read.csv('answers.csv', colClasses='character'); options(digits=15, warn=-1)\n`
  return execFileSync('Rscript', ['-e', read + program], { cwd: dir, encoding: 'utf8' })
    .trim()
    .split('\n')
}

/** A question and a break in R: shares, effective bases and letters, a line for each answer. */
const inR = (question: string, by: string) => `
  w <- as.numeric(d$weight); q <- d$${question}; b <- d$${by}
  groups <- unique(b)[order(match(unique(b), c('none', 'primary', 'more', 'town', 'country')))]
  eff <- sapply(groups, function(g) sum(w[b == g])^2 / sum(w[b == g]^2))
  for (a in sort(unique(q))) {
    share <- sapply(groups, function(g) sum(w[b == g & q == a]) / sum(w[b == g]))
    letters <- sapply(seq_along(groups), function(i) paste(unlist(lapply(seq_along(groups), function(j) {
      p <- prop.test(c(share[i] * eff[i], share[j] * eff[j]), c(eff[i], eff[j]), correct=FALSE)$p.value
      if (i != j && share[i] > share[j] && !is.na(p) && p < 0.05) j else NULL
    })), collapse='+'))
    cat(a, format(share), format(eff), sprintf('[%s]', letters), '\\n')
  }
`

test.skipIf(!hasR).each([
  [3, 'brand', 2, 'school', {}],
  [3, 'brand', 1, 'place', {}],
  [6, 'taste', 2, 'school', { weights }],
  [3, 'brand', 1, 'place', { weights }],
] as const)(
  'shares, effective bases and letters of question %i (%s) by %i (%s), with %o, are those of R',
  async (question, name, by, group, given) => {
    const { columns, tables } = await getTables(
      deps,
      RAW,
      ask({ breaks: String(by), questions: String(question), ...given }),
    )
    const [table] = tables
    // Unweighted, everyone has the weight 1.
    const weighed = 'weights' in given ? '' : 'd$weight <- 1\n'
    const lines = await runR(`${weighed}${inR(name, group)}`, { ...given })
    const places = new Map(columns.map(({ letter }, at) => [letter, String(at)]))
    let written = 0
    for (const line of lines) {
      const [answer, ...rest] = line.trim().split(/\s+/)
      const size = columns.length - 1
      const cells = table?.rows.find((row) => row.answer === answer)?.cells.slice(1) ?? []
      expect(cells).toHaveLength(size)
      for (const [at, { share, letters }] of cells.entries()) {
        expect(share).toBeCloseTo(Number(rest[at]), 8)
        expect(table?.bases[at + 1]?.effective).toBeCloseTo(Number(rest[size + at]), 6)
        const lower = [...letters].map((letter) => places.get(letter)).join('+')
        expect(`[${lower}]`).toBe(rest[2 * size + at])
        written += letters.length
      }
    }
    expect(lines.length).toBeGreaterThan(2)
    if (name === 'brand' && by === 1) expect(written).toBeGreaterThan(0)
  },
)

test.skipIf(!hasR)('weighted means, bases of several answers and their shares are those of R', async () => {
  const { tables } = await getTables(deps, RAW, ask({ breaks: '1', weights }))
  const byId = (wanted: number) => tables.find(({ id: each }) => each === wanted)
  const lines = await runR(
    `w <- as.numeric(d$weight)
    for (g in list(rep(TRUE, nrow(d)), d$place == 'town', d$place == 'country')) cat(
      weighted.mean(as.numeric(d$cups[g]), w[g]), weighted.mean(as.numeric(d$advise[g]), w[g]),
      sum(g), sum(w[g]), sum(w[g & d$drinks_tea == '1']) / sum(w[g]), '\\n')`,
    { weights },
  )
  for (const [at, line] of lines.entries()) {
    const [cups, advise, people, weighted, tea] = line.trim().split(' ').map(Number)
    expect(byId(7)?.means[at]?.mean).toBeCloseTo(cups ?? 0, 6)
    expect(byId(5)?.means[at]?.mean).toBeCloseTo(advise ?? 0, 6)
    expect(byId(4)?.bases[at]).toMatchObject({ people, weighted: expect.closeTo(weighted ?? 0, 6) })
    expect(byId(4)?.rows[0]?.cells[at]?.share).toBeCloseTo(tea ?? 0, 8)
  }
  expect(lines).toHaveLength(3)
})

// Debian's pspp opens the file of the same answers.
const hasPspp = canRun('pspp', ['--version'])

test.skipIf(!hasPspp)("PSPP's cross-tabs and means say the same, weighted", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-tables-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const staffActor = { name: 'staff:analyst', address: null }
  const input = exportResultsInput.parse({ id, format: 'sav', weights })
  const pieces: Buffer[] = []
  for await (const piece of await exportResults(deps, staffActor, input)) pieces.push(Buffer.from(piece))
  writeFileSync(path.join(dir, 'chuma.sav'), Buffer.concat(pieces))
  const program = `GET FILE='chuma.sav'.
WEIGHT BY weight.
CROSSTABS /TABLES=brand BY place /CELLS=COLUMN /FORMAT=AVALUE.
FORMATS advise (F8.2).
MEANS TABLES=advise BY place /CELLS=MEAN.
`
  writeFileSync(path.join(dir, 'read.sps'), program)
  const told = execFileSync('pspp', ['-O', 'format=csv', 'read.sps'], { cwd: dir, encoding: 'utf8' })
  const { tables } = await getTables(deps, RAW, ask({ breaks: '1', questions: '3,5', weights }))
  const [brand, advise] = tables
  for (const { cells } of brand?.rows ?? [])
    expect(told).toContain(
      cells
        .slice(1)
        .map(({ share }) => `${((share ?? 0) * 100).toFixed(1)}%`)
        .join(','),
    )
  for (const found of advise?.means.slice(1) ?? []) expect(told).toContain((found?.mean ?? 0).toFixed(2))
})

test.runIf(!hasR || !hasPspp)(
  'R or PSPP is not installed here: nothing was compared with it',
  ({ annotate }) => annotate('apt-get install r-base-core pspp'),
)

test('breaks stand side by side behind the total, with letters of their own', async () => {
  const { breaks, columns, tables } = await getTables(deps, RAW, ask({ breaks: '1,2', questions: '3' }))
  expect(breaks.map(({ label }) => label)).toEqual(['About place?', 'About school?'])
  expect(columns.map(({ letter, label, break: of }) => [letter, label, of])).toEqual([
    ['', 'Total', null],
    ['A', 'The town', 0],
    ['B', 'The country', 0],
    ['C', 'The none', 1],
    ['D', 'The primary', 1],
    ['E', 'The more', 1],
  ])
  const [table] = tables
  const peopleOf = (from: number, to: number) =>
    table?.bases.slice(from, to).reduce((sum, { people }) => sum + (people ?? 0), 0)
  expect([peopleOf(0, 1), peopleOf(1, 3), peopleOf(3, 6)]).toEqual([PEOPLE, PEOPLE, PEOPLE])
  const letters = table?.rows.flatMap(({ cells }) => cells.map((cell) => cell.letters)) ?? []
  for (const [at, written] of letters.entries())
    expect(written).toMatch([/^$/, /^B?$/, /^A?$/, /^D?E?$/, /^C?E?$/, /^C?D?$/][at % 6] ?? /x/)
})

test('scales have nets and a promoter score, and ratings have nets', async () => {
  const { tables } = await getTables(deps, RAW, ask({ questions: '3,5,6' }))
  const [brand, advise, taste] = tables
  const shareOf = (table: typeof brand, ...answers: string[]) =>
    table?.rows.reduce(
      (sum, { answer, kind, cells }) =>
        kind === 'answer' && answers.includes(answer) ? sum + (cells[0]?.share ?? 0) : sum,
      0,
    ) ?? 0
  const netOf = (table: typeof brand, wanted: string) =>
    table?.rows.find(({ kind }) => kind === wanted)?.cells[0]?.share
  expect([brand?.means, brand?.promoters, netOf(brand, 'top')]).toEqual([[], [], undefined])
  expect(netOf(advise, 'top')).toBeCloseTo(shareOf(advise, '9', '10'), 10)
  expect(netOf(advise, 'bottom')).toBeCloseTo(shareOf(advise, '0', '1'), 10)
  expect(netOf(taste, 'top')).toBeCloseTo(shareOf(taste, '4', '5'), 10)
  const detractors = shareOf(advise, '0', '1', '2', '3', '4', '5', '6')
  expect(advise?.promoters[0]).toBeCloseTo(100 * (shareOf(advise, '9', '10') - detractors), 8)
  expect(taste?.promoters).toEqual([])
})

test('the rows of a grid have a table each, and one that compares them', async () => {
  const { tables } = await getTables(deps, RAW, ask({ breaks: '1', questions: '8,9' }))
  expect(tables.map(({ part, columns }) => [part, columns?.map(({ label }) => label)])).toEqual([
    ['kiosk', undefined],
    ['market', undefined],
    ['', ['The kiosk', 'The market']],
    ['near', undefined],
    ['far', undefined],
    ['', ['The near', 'The far']],
  ])
  const [kiosk, market, both] = tables
  expect(both?.rows.map(({ cells }) => cells.map(({ share }) => share))).toEqual(
    [0, 1].map((row) => [kiosk?.rows[row]?.cells[0]?.share, market?.rows[row]?.cells[0]?.share]),
  )
})

test('a base under 30 is flagged, and compared with none', async () => {
  const few = await givenTabulated(45)
  const { tables, columns } = await getTables(deps, RAW, tablesInput.parse({ id: few, breaks: '1' }))
  const small = columns.flatMap((_, at) => ((tables[0]?.bases[at]?.people ?? 0) < 30 ? at : []))
  expect(small.length).toBeGreaterThan(0)
  for (const { columns: own, bases, rows } of tables.filter((table) => table.columns === null))
    for (const at of small) {
      expect([own, bases[at]?.isSmall]).toEqual([null, true])
      for (const { cells } of rows) expect(cells[at]?.letters).toBe('')
    }
})

test('readers of counts see what the pages and the cross-tabs show, and nothing else', async () => {
  const few = await givenTabulated(41)
  const { columns, tables } = await getTables(deps, COUNTED, tablesInput.parse({ id: few, breaks: '1,2' }))
  const page = await getSurveyResults(deps, COUNTED, { id: few, quality: 'accepted' })
  let hidden = 0
  for (const { id: rows, part, columns: own, rows: answers, bases } of tables) {
    const question = page.questions.find((each) => each.id === rows && each.part === part)
    const shown = answers.filter(({ kind }) => kind === 'answer')
    if (own === null) {
      expect(bases[0]?.people).toBe(question?.base)
      expect(shown.map(({ cells }) => cells[0]?.count)).toEqual(question?.rows.map(({ count }) => count))
    }
    for (const [of, by] of [1, 2].entries()) {
      if (own !== null || part !== '') continue
      const places = columns.flatMap((column, at) => (column.break === of ? at : []))
      if (by === rows) {
        for (const at of places) expect([bases[at]?.people, shown[0]?.cells[at]?.count]).toEqual([null, null])
        continue
      }
      const crossed = await getCrossTab(deps, COUNTED, { id: few, quality: 'accepted', rows, columns: by })
      expect(places.map((at) => bases[at]?.people)).toEqual(crossed.columns.map(({ base }) => base))
      for (const { answer, cells } of crossed.rows) {
        const same = shown.find((row) => row.answer === answer)?.cells.filter((_, at) => places.includes(at))
        expect(same?.map(({ count, share }) => [count, share])).toEqual(
          cells.map(({ count, share }) => [count, share]),
        )
        hidden += cells.filter(({ count }) => count === null).length
      }
    }
  }
  expect(hidden).toBeGreaterThan(0)
  // A mean of hidden counts would tell them.
  for (const { rows, means, promoters, columns: own } of tables.filter(
    ({ id: each }) => each === 5 || each === 6,
  ))
    for (const [at, mean] of means.entries())
      if (own === null && rows.some(({ kind, cells }) => kind === 'answer' && cells[at]?.count === null))
        expect([mean, promoters[at] ?? null]).toEqual([null, null])
})

test.each([
  ['weights', { weights }],
  ['who', { who: '1=town' }],
  ['profile', { profile: 'sex=female' }],
])('readers of counts are refused tables with %s, which name the field', async (field, given) => {
  await expect(getTables(deps, COUNTED, ask({ breaks: '2', ...given }))).rejects.toMatchObject({
    failure: { code: 'INVALID_INPUT' },
    fields: { [field]: expect.anything() },
  })
})

test.each([
  ['a break of several answers', { breaks: '4' }, RAW],
  ['a break of numbers', { breaks: '7' }, RAW],
  ['a break that is repeated', { breaks: '1,1' }, RAW],
  ['an unknown attribute', { breaks: 'shoes' }, RAW],
  ['an unknown question', { questions: '77' }, RAW],
  ['an attribute of people to a client', { breaks: 'sex' }, { isRaw: false, isCharged: true }],
])('%s is refused', async (_, given, reader) => {
  await expect(getTables(deps, reader, ask(given))).rejects.toMatchObject({
    failure: { code: 'INVALID_INPUT' },
  })
})

async function readWorkbook(given: object, reader = RAW) {
  const pieces: Buffer[] = []
  for await (const piece of await exportTables(deps, reader, ask(given))) pieces.push(Buffer.from(piece))
  const bytes = Buffer.concat(pieces)
  const parts = unzipSync(bytes)
  const textOf = (sheet: number) => strFromU8(parts[`xl/worksheets/sheet${sheet}.xml`] ?? new Uint8Array())
  return { bytes, index: textOf(1), tables: textOf(2), method: textOf(3) }
}

test('the workbook has an index that leads to each table, and the method', async () => {
  const { index, tables, method } = await readWorkbook({ breaks: '1', weights })
  const links = [...index.matchAll(/location="Tables!A(\d+)"/g)].map(([, line]) => Number(line))
  // A table for each of seven questions, and three for each of two grids.
  expect(links).toHaveLength(13)
  for (const line of links)
    expect(tables).toMatch(
      new RegExp(`<row r="${line}"><c r="A${line}" s="2" t="inlineStr"><is><t[^>]*>\\d\\. About`),
    )
  expect(tables).toContain('Effective base')
  expect(method).toContain('no margin of sampling error')
  expect(method).toContain('&quot;town&quot;'.replaceAll('&quot;', '"'))
  expect((await readWorkbook({})).tables).not.toContain('Effective base')
})

const hasOffice = canRun('soffice', ['--version'])

test.skipIf(!hasOffice)('LibreOffice opens the tables with their figures', { timeout: 120_000 }, async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-tables-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(path.join(dir, 'tables.xlsx'), (await readWorkbook({ breaks: '1', questions: '5' })).bytes)
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'
  const profile = `-env:UserInstallation=file://${dir}/profile`
  execFileSync('soffice', ['--headless', profile, '--convert-to', filter, 'tables.xlsx'], {
    cwd: dir,
    stdio: 'ignore',
  })
  const read = (sheet: string) =>
    execFileSync('cat', [path.join(dir, `tables-${sheet}.csv`)], { encoding: 'utf8' })
  expect(read('Index')).toContain(`5. About advise?,${PEOPLE}`)
  const { tables } = await getTables(deps, RAW, ask({ breaks: '1', questions: '5' }))
  const [first, town, country] = tables[0]?.rows[0]?.cells ?? []
  const say = (cell: typeof first) => `${Number(((cell?.share ?? 0) * 100).toPrecision(15))}%`
  expect(read('Tables')).toContain(
    `\n0,${say(first)},${say(town)},${town?.letters},${say(country)},${country?.letters}\n`,
  )
})
