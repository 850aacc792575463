import type { Answer } from '@chuma/contract/fields'
import { TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import {
  type BannerColumn,
  MAX_BANNER_COLUMNS,
  SMALL_BASE,
  type SurveyTable,
  type surveyTables,
  type TablesInput,
} from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { type By, countAnswers, countCells } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../../app-error.ts'
import type { Deps } from '../../../deps.ts'
import { createPause } from '../../../in-turns.ts'
import { type Down, letterOf, readColumns, requireAlone } from '../get-cross-tab.ts'
import { describeClosed } from '../get-survey-results.ts'
import { readSurvey, toRespondents, widen } from '../read-survey.ts'
import {
  type Columns,
  type CountedAnswer,
  hideTable,
  listColumnsOf,
  REST,
  type Visible,
  weigh,
} from '../sample.ts'
import { discloseAnswers, isHigher, meanOf, nameAnswers, type Reader, UNANSWERED } from '../suppress.ts'
import { CODED, isOfOther, labelOf, listAnswersOf, nameOf, sayVariable, type Variable } from '../variables.ts'

/** Everyone, in front of the groups. */
const TOTAL = 'total'

/** One set of columns: everyone, or the groups of a break. */
type Group = {
  by: By[]
  /** Null: in no column. */
  columnOf: (told: string | null) => string | null
  names: string[]
  /** For readers who may not see single answers: everyone by column. */
  people: Columns | null
}

type Tables = Answer<typeof surveyTables>

export type Banner = Omit<Tables, 'tables'> & {
  asked: Respondents
  variables: Variable[]
  isRaw: boolean
  groups: Group[]
  weights: { by: By[]; weightOf: (answers: readonly (string | null)[]) => number }
}

/**
 * Count the answers to questions in columns side by side: everyone, and the groups of each break. Shares of each column add up to 1; a letter says
 * that a share is higher than that column's of the same break, in all likelihood not by chance. A grid has a table for each row, and one
 * that compares its rows. Readers who may not see single answers see what the pages of the questions and the cross-tabs show, and nothing else.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, WEIGHTS_IMPOSSIBLE; INVALID_INPUT that names the field
 */
export async function getTables(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  input: TablesInput,
): Promise<Tables> {
  const banner = await readBanner(db, reader, input)
  const tables: SurveyTable[] = []
  for await (const table of countTables(db, banner)) tables.push(table)
  const { id, title, countedAt, isWeighted, breaks, columns } = banner
  return { id, title, countedAt, isWeighted, breaks, columns, tables }
}

/** Read what the tables of a survey have in common. @throws AppError as `getTables` */
export async function readBanner(
  db: Db,
  reader: Reader,
  { breaks, questions, weights: wanted, ...filter }: TablesInput,
): Promise<Banner> {
  const { isRaw } = reader
  const survey = await readSurvey(db, filter)
  requireAlone(reader, { filter, isPart: survey.version !== 'all' && survey.parts.length > 1 })
  // Two sets of weights together tell the figures of each cell of a table.
  if (!isRaw && wanted) throw invalidField('weights', 'GROUP_NOT_ALONE')
  const variables = chooseVariables(survey.variables, { reader, questions })
  const disclosed = await discloseAnswers({ db }, reader, {
    ...toRespondents(survey, filter),
    parts: survey.parts,
  })
  const asked = await widen(db, disclosed.asked)
  const { by, weightOf } = await weigh(db, { asked, survey, wanted, isRaw: true })
  const keys = breaks?.split(',') ?? []
  if (new Set(keys).size < keys.length) throw invalidField('breaks', 'REPEATED')
  const groups: Group[] = []
  const columns: BannerColumn[] = [{ letter: '', answer: TOTAL, label: 'Total', break: null }]
  for (const [at, key] of keys.entries()) {
    const down = await readBreak(db, reader, { survey, key, asked })
    const group = await listNames(db, { down, asked, isRaw })
    groups.push(group)
    for (const answer of group.names)
      columns.push({ letter: letterOf(columns.length - 1), answer, label: down.labelOf(answer), break: at })
  }
  if (columns.length > MAX_BANNER_COLUMNS)
    throw invalidField('breaks', 'TOO_MANY', { max: MAX_BANNER_COLUMNS })
  return {
    id: filter.id,
    title: survey.title,
    countedAt: disclosed.countedAt,
    isWeighted: wanted !== undefined,
    breaks: keys.map((key) => ({ key, label: labelOfBreak(survey.variables, key) })),
    columns,
    asked,
    variables,
    isRaw,
    groups,
    weights: { by, weightOf },
  }
}

type Choosing = { reader: Reader; questions: string | undefined }

/** Questions whose answers can be counted, or their categories. */
function chooseVariables(all: readonly Variable[], { reader: { isRaw }, questions }: Choosing): Variable[] {
  const closed = all.filter((variable) => variable.type !== 'text' && (isRaw || !isOfOther(variable)))
  const ids = questions?.split(',').map(Number)
  if (ids?.some((id) => closed.every((variable) => variable.id !== id)))
    throw invalidField('questions', 'SURVEY_QUESTION_UNKNOWN')
  return ids ? closed.filter(({ id }) => ids.includes(id)) : closed
}

type Break = { survey: Parameters<typeof readColumns>[2]['survey']; key: string; asked: Respondents }

function readBreak(db: Db, reader: Reader, { survey, key, asked }: Break): Promise<Down> {
  const trait = TRAIT_KEYS.find((each) => each === key)
  // Clients are not told who people are, only what they answered.
  if (!trait && !/^\d+$/.test(key)) throw invalidField('breaks', 'TRAIT_UNKNOWN')
  if (trait && reader.isCharged) throw invalidField('breaks', 'SURVEY_QUESTION_UNKNOWN')
  return readColumns(db, reader, { survey, columns: trait ?? Number(key), asked, field: 'breaks' })
}

function labelOfBreak(variables: readonly Variable[], key: string): string {
  const trait = TRAIT_KEYS.find((each) => each === key)
  const asked = variables.find(({ id, part }) => id === Number(key) && part === '')
  return trait ? TRAITS[trait].name.en : (asked?.question ?? key)
}

async function listNames(
  db: Db,
  { down, asked, isRaw }: { down: Down; asked: Respondents; isRaw: boolean },
): Promise<Group> {
  const { by, columnOf } = down
  const people = await countCells(db, asked, [by])
  const found = people.flatMap(({ answers: [told] }) => columnOf(told ?? null) ?? [])
  return {
    by: [by],
    columnOf,
    names: down.list(found).filter((name) => name !== REST && name !== UNANSWERED),
    people: isRaw
      ? null
      : listColumnsOf(by, people, {
          columnOf: ([told]) => columnOf(told ?? null) ?? UNANSWERED,
          isChosen: () => true,
          hidesSmall: typeof by === 'number',
        }),
  }
}

/** Their counts are all that is in memory, whatever the number of people and questions. Each time all answers are read. */
const QUESTIONS_AT_ONCE = 40

/** Count the tables of a banner one after the other, in the order of the questionnaire. */
export async function* countTables(db: Db, banner: Banner): AsyncGenerator<SurveyTable, void> {
  const { variables, asked, groups, weights } = banner
  const ids = [...new Set(variables.map(({ id }) => id))]
  const pause = createPause()
  for (let start = 0; start < ids.length; start += QUESTIONS_AT_ONCE) {
    const some = new Set(ids.slice(start, start + QUESTIONS_AT_ONCE))
    const own = variables.filter(({ id }) => some.has(id))
    const isCoded = ({ part }: Variable) => part === CODED
    const counting = {
      questionIds: own.flatMap((variable) => (isCoded(variable) ? [] : variable.id)),
      codedIds: own.flatMap((variable) => (isCoded(variable) ? variable.id : [])),
    }
    const counted: Map<string, CountedAnswer[]>[] = []
    for (const by of groups.length > 0 ? groups.map((group) => group.by) : [[]]) {
      const answers = await countAnswers(db, asked, { ...counting, by: [...by, ...weights.by] })
      counted.push(Map.groupBy(answers, ({ questionId, part }) => nameOf({ id: questionId, part })))
    }
    let rows: SurveyTable[] = []
    for (const [at, variable] of own.entries()) {
      await pause()
      const table = tabulate(
        variable,
        counted.map((answers) => answers.get(nameOf(variable)) ?? []),
        banner,
      )
      yield table
      if (variable.row !== undefined && !isCoded(variable)) rows.push(table)
      if (own[at + 1]?.id === variable.id) continue
      if (rows.length > 1) yield compareRows(variable, rows, own)
      rows = []
    }
  }
}

type Tally = { people: number; weighed: number; squares: number }
type Column = Tally & {
  answers: Map<string, Tally>
  isShown: (answer: string) => boolean
  hasBase: boolean
  effective: number
}

/** A row of a table: an answer, or some together. */
type Row = Pick<SurveyTable['rows'][number], 'kind' | 'answer' | 'label'> & { values: readonly string[] }

/** `givens`: by the answers to each break, or to none. */
function tabulate(variable: Variable, givens: readonly CountedAnswer[][], banner: Banner): SurveyTable {
  const { isRaw, groups, columns } = banner
  const given = givens[0] ?? []
  const values = [...new Set(given.flatMap(({ answer }) => answer || []))]
  // As the page of the question: many numbers are put into ranges, and many days into months.
  const nameBin = nameAnswers(variable.type, values)
  const rows = listRows(variable, values, nameBin)
  const answers = rows.flatMap((row) => (row.kind === 'answer' ? row.values : []))
  const alone = isRaw
    ? null
    : describeClosed(variable, { given, weightOf: () => 1, efficiency: 1, isRaw, tables: [] })
  const total = tally(given, {
    ...banner,
    variable,
    columnOf: () => TOTAL,
    offset: groups.length > 0 ? 1 : 0,
  })
  const hidden = new Set(alone?.rows.flatMap(({ answer, count }) => (count === null ? answer : [])))
  const all = [
    withShown(total.get(TOTAL), {
      isShown: (answer) => alone?.base !== null && !hidden.has(nameBin(answer)),
      hasBase: alone?.base !== null,
    }),
    ...groups.flatMap((group, at) => {
      const own = givens[at] ?? []
      const found = tally(own, { ...banner, variable, columnOf: group.columnOf, offset: 1 })
      const binned = own.map((each) => ({ ...each, answer: each.answer && nameBin(each.answer) }))
      const visible = alone?.base === null ? NOTHING : show(variable, group, binned)
      return group.names.map((name) =>
        withShown(found.get(name), {
          isShown: (answer) => visible === null || visible.isShown(nameBin(answer), name),
          hasBase: visible === null || visible.baseOf(name) !== null,
        }),
      )
    }),
  ]
  const ofTotal = alone && variable.type === 'number' ? alone.mean : undefined
  return {
    ...headOf(variable),
    columns: null,
    bases: all.map(describeBase),
    rows: rows.map(({ values: own, ...row }) => ({ ...row, cells: writeCells(own, all, columns) })),
    means: variable.isNumeric
      ? all.map((column, at) =>
          ofTotal === undefined ? describeMean(column, answers) : at === 0 ? shorten(ofTotal) : null,
        )
      : [],
    promoters: isPromoterScale(variable) ? all.map((column) => scorePromoters(column, answers)) : [],
  }
}

const headOf = (variable: Variable) => ({
  id: variable.id,
  part: variable.part,
  question: sayVariable(variable),
  type: variable.type,
  isMultiple: variable.isMultiple,
})

const NOTHING: Visible = { isShown: () => false, baseOf: () => null }

/** What the cross-tab shows of one break. Null: everything. A question is not set against itself. */
function show(
  variable: Variable,
  { by: [by], people }: Group,
  given: readonly CountedAnswer[],
): Visible | null {
  if (people === null) return null
  return by === variable.id ? NOTHING : hideTable({ variable, given }, people)
}

type Tallying = Pick<Banner, 'weights'> & {
  variable: Variable
  columnOf: Group['columnOf']
  /** The place of the first weight's answer. */
  offset: number
}

function tally(
  given: readonly CountedAnswer[],
  { variable, columnOf, weights: { weightOf }, offset }: Tallying,
): Map<string, Tally & { answers: Map<string, Tally> }> {
  const found = new Map<string, Tally & { answers: Map<string, Tally> }>()
  for (const { answer, answers, count } of given) {
    const name = columnOf(answers[0] ?? null)
    const weight = weightOf(answers.slice(offset))
    if (!name || answer === '' || weight === 0) continue
    const column = found.get(name) ?? { ...NOBODY, answers: new Map() }
    found.set(name, column)
    const more = { people: count, weighed: count * weight, squares: count * weight ** 2 }
    // Anyone who answered a question that takes several answers is one of its base.
    if ((answer === null) === variable.isMultiple) Object.assign(column, add(column, more))
    if (answer !== null) column.answers.set(answer, add(column.answers.get(answer) ?? NOBODY, more))
  }
  return found
}

const NOBODY: Tally = { people: 0, weighed: 0, squares: 0 }
const add = (one: Tally, other: Tally): Tally => ({
  people: one.people + other.people,
  weighed: one.weighed + other.weighed,
  squares: one.squares + other.squares,
})

function withShown(
  found: (Tally & { answers: Map<string, Tally> }) | undefined,
  shown: Pick<Column, 'isShown' | 'hasBase'>,
): Column {
  const column = found ?? { ...NOBODY, answers: new Map() }
  const effective = column.squares === 0 ? 0 : column.weighed ** 2 / column.squares
  return { ...column, ...shown, effective }
}

function describeBase({ people, weighed, effective, hasBase }: Column): SurveyTable['bases'][number] {
  return hasBase
    ? { people, weighted: weighed, effective, isSmall: effective < SMALL_BASE }
    : { people: null, weighted: null, effective: null, isSmall: true }
}

/** Ratings and scales of fewer answers have no two best that are not also the two worst. */
const MIN_STEPS = 4

function listRows(variable: Variable, found: readonly string[], nameBin: (answer: string) => string): Row[] {
  const toRow = (answer: string, values: readonly string[]): Row => ({
    kind: 'answer',
    answer,
    label: labelOf(variable, answer),
    values,
  })
  if (variable.labels.length === 0 || variable.type === 'number') {
    const sorted = found.toSorted(compareAnswers)
    return [...Map.groupBy(sorted, nameBin)].map(([name, values]) => toRow(name, values))
  }
  const answers = listAnswersOf(variable, found).map((answer) => toRow(answer, [answer]))
  if ((variable.type !== 'rating' && variable.type !== 'scale') || answers.length < MIN_STEPS) return answers
  const steps = answers.map(({ answer }) => answer).toSorted((one, other) => Number(one) - Number(other))
  const [worst, best] = [steps.slice(0, 2), steps.slice(-2)]
  return [
    ...answers,
    { kind: 'top', answer: best.join(', '), label: `Top 2 (${best.join(', ')})`, values: best },
    { kind: 'bottom', answer: worst.join(', '), label: `Bottom 2 (${worst.join(', ')})`, values: worst },
  ]
}

/** Numbers and moments in order, and behind numbers what was answered instead. */
function compareAnswers(one: string, other: string): number {
  const [left, right] = [Number(one), Number(other)]
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || (one < other ? -1 : 1)
  return left - right
}

const tallyOf = ({ answers }: Column, values: readonly string[]): Tally =>
  values.reduce((sum, value) => add(sum, answers.get(value) ?? NOBODY), NOBODY)

function writeCells(
  values: readonly string[],
  all: readonly Column[],
  columns: readonly BannerColumn[],
): SurveyTable['rows'][number]['cells'] {
  const cells = all.map((column) => {
    const { people, weighed } = tallyOf(column, values)
    const isShown = values.every(column.isShown)
    const share = isShown && column.hasBase && column.weighed > 0 ? weighed / column.weighed : null
    const isCompared = share !== null && column.effective >= SMALL_BASE
    const { effective: base } = column
    return {
      count: isShown ? people : null,
      share,
      compared: isCompared ? { count: share * base, base } : null,
    }
  })
  return cells.map(({ compared, ...cell }, at) => ({
    ...cell,
    letters: columns
      .flatMap(({ letter, break: of }, other) => {
        const than = cells[other]?.compared
        return of !== null && of === columns[at]?.break && compared && than && isHigher(compared, than)
          ? letter
          : []
      })
      .join(''),
  }))
}

/** Whether all is shown from which a mean follows. An answer that nobody gave may hide another: a mean would tell that nobody did. */
const isWhole = ({ isShown, hasBase }: Column, answers: readonly string[]) =>
  hasBase && answers.every(isShown)

function describeMean(column: Column, given: readonly string[]): SurveyTable['means'][number] {
  if (!isWhole(column, given)) return null
  // Anyone who answered something else instead of a number has no part in the mean.
  const numbers = [...column.answers].filter(([value]) => Number.isFinite(Number(value)))
  const { people, weighed, squares } = numbers.reduce((sum, [, own]) => add(sum, own), NOBODY)
  if (people === 0) return null
  return shorten(
    meanOf(
      numbers.map(([value, own]) => ({ value: Number(value), weight: own.weighed })),
      weighed ** 2 / squares,
    ),
  )
}

const shorten = (found: { mean: number; deviation: number } | null) =>
  found && { mean: found.mean, deviation: found.deviation }

const isPromoterScale = ({ type, labels }: Variable) =>
  type === 'scale' && labels.length === 11 && labels[0]?.value === '0' && labels[10]?.value === '10'

/** Those who answer 9 or 10, less those who answer 0 to 6, in percentage points (Reichheld 2003). */
function scorePromoters(column: Column, given: readonly string[]): number | null {
  const { answers, weighed } = column
  if (weighed === 0 || !isWhole(column, given)) return null
  const sumOf = (from: number, to: number) =>
    Array.from(answers, ([value, tallied]) =>
      Number(value) >= from && Number(value) <= to ? tallied.weighed : 0,
    ).reduce((sum, each) => sum + each, 0)
  return (100 * (sumOf(9, 10) - sumOf(0, 6))) / weighed
}

/** Set the rows of a grid side by side. The same people answered them, so that no test of two groups compares them. */
function compareRows(
  last: Variable,
  tables: readonly SurveyTable[],
  variables: readonly Variable[],
): SurveyTable {
  const labels = new Map(
    tables.flatMap(({ rows }) =>
      rows.map(({ answer, label, kind }) => [answer, { answer, label, kind }] as const),
    ),
  )
  const rowOf = ({ id, part }: SurveyTable) =>
    variables.find((variable) => variable.id === id && variable.part === part)?.row ?? part
  return {
    ...headOf(last),
    part: '',
    question: last.question,
    columns: tables.map((table) => ({ letter: '', answer: table.part, label: rowOf(table), break: null })),
    bases: tables.flatMap(({ bases }) => bases.slice(0, 1)),
    rows: [...labels.values()].map((row) => ({
      ...row,
      cells: tables.map(({ rows }) => {
        const { count = 0, share = null } =
          rows.find(({ answer, kind }) => answer === row.answer && kind === row.kind)?.cells[0] ?? {}
        return { count, share, letters: '' }
      }),
    })),
    means: tables.flatMap(({ means }) => means.slice(0, 1)),
    promoters: [],
  }
}
