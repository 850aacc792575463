import { TRAIT_KEYS, type TraitKey } from '@chuma/contract/surveys/eligibility/explain-rule'
import { SMALLEST_CELL, surveyResultsInput } from '@chuma/contract/surveys/results'
import { type By, countAnswers, countCells } from '@chuma/db/queries/surveys/survey-results'
import { isLongRun } from '@chuma/db/testing'
import { expect, test } from 'vitest'
import { AppError } from '../../app-error.ts'
import { type Equation, findRange } from '../../surveys/results/attacker.testing.ts'
import { getCrossTab } from '../../surveys/results/get-cross-tab.ts'
import { getSurveyResults } from '../../surveys/results/get-survey-results.ts'
import { readSurvey } from '../../surveys/results/read-survey.ts'
import { nameBins } from '../../surveys/results/suppress.ts'
import { CODED, type Variable } from '../../surveys/results/variables.ts'
import { readRow } from '../../testing.ts'
import { STUDY_TITLE } from './study.ts'
import { openStoryDb } from './testing.ts'

const { db, deps } = await openStoryDb()
const COUNTED = { isRaw: false }
const { surveyId: id } = await readRow(db, 'survey', ['surveyId'], { title: STUDY_TITLE })

type Page = Awaited<ReturnType<typeof getSurveyResults>>
const pages = new Map<string, Promise<Page | null>>()

/** Read a page as someone who may not see single answers. Null: they may not ask for it. */
function read(filter: object): Promise<Page | null> {
  const key = JSON.stringify(filter)
  const page =
    pages.get(key) ??
    getSurveyResults(deps, COUNTED, surveyResultsInput.parse({ id, ...filter })).catch(refused)
  pages.set(key, page)
  return page
}

function refused(error: unknown): null {
  if (error instanceof AppError && ['INVALID_INPUT', 'WEIGHTS_IMPOSSIBLE'].includes(error.code)) return null
  throw error
}

const everyone = await read({})
const survey = await readSurvey(db, { id })
const closed = survey.variables.filter(({ type }) => type !== 'text')
const isSingle = ({ part, isMultiple, labels }: Variable) => part === '' && !isMultiple && labels.length > 0
const across: By[] = [...closed.filter(isSingle).map((one) => one.id), ...TRAIT_KEYS]

const counting = {
  questionIds: closed.flatMap((one) => (one.part === CODED ? [] : one.id)),
  codedIds: closed.flatMap((one) => (one.part === CODED ? one.id : [])),
}
const asked = {
  surveyId: id,
  version: survey.version,
  from: undefined,
  to: undefined,
  quality: 'accepted',
  who: undefined,
  disclosedTo: 'staff',
} as const

type Found = Awaited<ReturnType<typeof countAnswers>>

/** What nobody but the house knows: how many gave each answer, column by column. An empty name is no answer. */
function tabulate(variable: Variable, option: string | null, { found, people }: Truth) {
  const own = found.filter(({ questionId, part }) => questionId === variable.id && part === variable.part)
  const nameOf =
    variable.type === 'number' ? nameBins(own.flatMap(({ answer }) => answer || [])) : (name: string) => name
  const rows =
    option === null
      ? [...new Set(own.flatMap(({ answer }) => (answer ? nameOf(answer) : [])))]
      : [option, OTHERS]
  const columns = [...people.keys()]
  const counts = [...rows, ''].map(() => columns.map(() => 0))
  const add = (row: string, told: string | null, count: number) => {
    const cells = counts[[...rows, ''].indexOf(row)] ?? []
    const at = columns.indexOf(told ?? '')
    cells[at] = (cells[at] ?? 0) + count
  }
  for (const {
    answer,
    answers: [told = null],
    count,
  } of own) {
    if (option === null && answer) add(nameOf(answer), told, count)
    if (option !== null && answer === option) {
      add(option, told, count)
      add(OTHERS, told, -count)
    }
    if (option !== null && answer === null) add(OTHERS, told, count)
  }
  for (const [column, count] of people) {
    const at = columns.indexOf(column)
    add('', column, count - counts.reduce((sum, cells) => sum + (cells[at] ?? 0), 0))
  }
  return { rows: [...rows, ''], columns, counts }
}

type Truth = { found: Found; people: ReadonlyMap<string, number> }
type Table = ReturnType<typeof tabulate>
const OTHERS = '\0'

/** Everything about a table of `variable` by `by` that pages say, as equations over its cells. */
async function listen(variable: Variable, by: By, table: Table): Promise<Equation[]> {
  const { rows, columns } = table
  const equations: Equation[] = []
  const say = (total: number | null | undefined, has: (row: string, column: string) => boolean) => {
    const cells = rows.flatMap((row, line) =>
      columns.flatMap((column, at) => (has(row, column) ? line * columns.length + at : [])),
    )
    if (typeof total === 'number') equations.push({ cells, total })
  }
  const questionOf = (page: Page | null, asks: Pick<Variable, 'id' | 'part'>) =>
    page?.questions.find((one) => one.id === asks.id && one.part === asks.part)
  const sayPage = (page: Page | null, isIn: (column: string) => boolean) => {
    const own = questionOf(page, variable)
    say(page?.base, (_, column) => isIn(column))
    say(own?.base, (row, column) => row !== '' && isIn(column))
    for (const { answer, count } of own?.rows ?? [])
      if (rows.includes(answer)) say(count, (row, column) => row === answer && isIn(column))
  }
  sayPage(everyone, () => true)
  for (const column of columns) {
    if (column === '') continue
    const own = typeof by === 'number' ? questionOf(everyone, { id: by, part: '' }) : undefined
    say(own?.rows.find(({ answer }) => answer === column)?.count, (_, each) => each === column)
    const filter = typeof by === 'number' ? { who: `${by}=${column}` } : { profile: `${by}=${column}` }
    sayPage(await read(filter), (each) => each === column)
  }
  if (typeof by !== 'number') {
    const group = everyone?.groups.find(({ trait }) => trait === by)
    for (const { code, people } of group?.codes ?? []) say(people, (_, column) => column === code)
  }
  await sayTables(variable, by, { rows, say })
  if (typeof by === 'number' && isSingle(variable))
    for (const row of rows) {
      const page = row && (await read({ who: `${variable.id}=${row}` }))
      if (!page) continue
      const own = questionOf(page, { id: by, part: '' })
      say(page.base, (each) => each === row)
      say(own?.base, (each, column) => each === row && column !== '')
      for (const { answer, count } of own?.rows ?? [])
        say(count, (each, column) => each === row && column === answer)
    }
  return [...equations, ...(await listenToWeights(variable, by, table))]
}

type Say = (total: number | null | undefined, has: (row: string, column: string) => boolean) => void

async function sayTables(variable: Variable, by: By, { rows, say }: { rows: readonly string[]; say: Say }) {
  const quality = 'accepted' as const
  if (variable.part === '' || variable.part === CODED) {
    const columns = by as number | TraitKey
    const shown = await getCrossTab(deps, COUNTED, { id, quality, rows: variable.id, columns }).catch(refused)
    for (const [at, { answer: column, base }] of (shown?.columns ?? []).entries()) {
      say(base, (row, each) => row !== '' && each === column)
      for (const { answer, cells } of shown?.rows ?? [])
        if (rows.includes(answer)) say(cells[at]?.count, (row, each) => row === answer && each === column)
    }
  }
  if (typeof by !== 'number' || !isSingle(variable)) return
  const turned = await getCrossTab(deps, COUNTED, { id, quality, rows: by, columns: variable.id }).catch(
    refused,
  )
  for (const [at, { answer: row, base }] of (turned?.columns ?? []).entries()) {
    say(base, (each, column) => each === row && column !== '')
    for (const { answer, cells } of turned?.rows ?? [])
      say(cells[at]?.count, (each, column) => each === row && column === answer)
  }
}

/** Shares under several weights are mixtures of columns, each with other parts. */
async function listenToWeights(
  variable: Variable,
  by: By,
  { rows, columns, counts }: Table,
): Promise<Equation[]> {
  const named = columns.filter((column) => column !== '')
  const people = named.map((name) =>
    counts.reduce((sum, cells) => sum + (cells[columns.indexOf(name)] ?? 0), 0),
  )
  const equations: Equation[] = []
  for (const heavy of [-1, 0, 1]) {
    const shares = named.map((_, at) => (heavy < 0 ? 1 : at % 2 === heavy ? 3 : 1))
    const sum = shares.reduce((total, share) => total + share, 0)
    const weights = Object.fromEntries(named.map((name, at) => [name, (shares[at] ?? 0) / sum]))
    if (named.length < 2 || named.length > 30) continue
    const page = await read({ weights: JSON.stringify({ [by]: weights }) })
    const own = page?.questions.find((one) => one.id === variable.id && one.part === variable.part)
    for (const { answer, share } of own?.rows ?? []) {
      if (!share || !rows.includes(answer)) continue
      const terms = rows.flatMap((row, line) =>
        named.flatMap((name, at) => {
          const weight = (weights[name] ?? 0) / ((people[at] ?? 0) || 1)
          const by = weight * ((row === answer ? 1 : 0) - share.share)
          return row === '' ? [] : { cell: line * columns.length + columns.indexOf(name), by: 1000 * by }
        }),
      )
      equations.push({ cells: terms.map(({ cell }) => cell), times: terms.map(({ by }) => by), total: 0 })
    }
  }
  return equations
}

let tried = 0
/** In the normal suite every third column; all of them in a long run. */
const attacked = across.filter((_, at) => isLongRun || at % 3 === 0)

test.each(attacked)(
  'nobody without single answers learns a count of 1 to 4 of the study by %s',
  async (by) => {
    const cells = await countCells(db, asked, [by])
    const people = new Map(cells.map(({ answers, count }) => [answers[0] ?? '', count]))
    const truth = { people, found: await countAnswers(db, asked, { ...counting, by: [by] }) }
    for (const variable of closed.filter((one) => one.id !== by)) {
      const options = variable.isMultiple ? variable.labels.map(({ value }) => value) : [null]
      for (const option of options) {
        const table = tabulate(variable, option, truth)
        const equations = await listen(variable, by, table)
        for (const [line, row] of table.rows.entries())
          for (const [at, column] of table.columns.entries()) {
            const count = table.counts[line]?.[at] ?? 0
            if (row === '' || column === '' || count === 0 || count >= SMALLEST_CELL) continue
            tried += 1
            const sumOf = [line * table.columns.length + at]
            const { most } = findRange(equations, { size: table.counts.flat().length, sumOf })
            const name = [variable.question, option ?? row, column, count]
            expect([...name, most >= SMALLEST_CELL]).toEqual([...name, true])
          }
      }
    }
  },
  180_000,
)

test('there were small counts to learn', () => {
  expect(tried).toBeGreaterThan(50)
})
