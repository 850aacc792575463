import { SMALLEST_GROUP, TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import { SMALLEST_CELL, type Weights } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { type By, countCells } from '@chuma/db/queries/surveys/survey-results'
import { AppError, invalidField } from '../../app-error.ts'
import { type ReadSurvey, requireVariable } from './read-survey.ts'
import { isSmall, type Side, suppressChoices, suppressNamed, suppressTable, UNANSWERED } from './suppress.ts'
import type { Variable } from './variables.ts'

type Sample = {
  by: By[]
  base: number
  effectiveBase: number | null
  /** Effective people for each person. */
  efficiency: number
  weightOf: (answers: readonly (string | null)[]) => number
  /** For readers who may not see single answers: the tables from which the figures could be worked out. */
  tables: readonly Columns[]
}

type Chosen = {
  asked: Respondents
  by: By
  columnOf: (told: string | null) => string
  isChosen: (column: string) => boolean
  /** The number of people in each column is on another page, which hides small ones. */
  hidesSmall: boolean
}

/** The people of one or more columns of a table, beside everyone else: as a filter for readers who may not see single answers. */
export async function chooseColumns(
  db: Db,
  { asked, by, columnOf: nameOf, isChosen, hidesSmall }: Chosen,
): Promise<Sample> {
  const columnOf = ([told]: readonly (string | null)[]) => nameOf(told ?? null)
  const columns = listColumnsOf(by, await countCells(db, asked, [by]), { columnOf, isChosen, hidesSmall })
  const chosen = [...columns.people].filter(([name]) => isChosen(name))
  const isHidden = chosen.some(([name]) => columns.hidden.has(name))
  return {
    by: [by],
    base: isHidden ? 0 : chosen.reduce((sum, [, count]) => sum + count, 0),
    effectiveBase: null,
    efficiency: 1,
    weightOf: (answers) => Number(isChosen(columnOf(answers))),
    tables: [columns],
  }
}

/** Who has no weight, or is in no group that is open. */
export const REST = '*'

type Weighing = {
  asked: Respondents
  survey: ReadSurvey
  wanted: Weights | undefined
  isRaw: boolean
}

/** Who counts how much: everyone alike, unless shares of a population are given. Who gave no answer that has a share counts nothing. */
export async function weigh(db: Db, { asked, survey, wanted, isRaw }: Weighing): Promise<Sample> {
  const targets = Object.entries(wanted ?? {})
  const by = targets.map(([name, shares]) => readTarget(survey, name, Object.keys(shares)))
  const cells = await countCells(db, asked, by)
  const base = cells.reduce((sum, { count }) => sum + count, 0)
  if (by.length === 0) return { by, base, effectiveBase: null, efficiency: 1, weightOf: () => 1, tables: [] }
  const whole = cells.flatMap(({ answers, count }) =>
    targets.every(([, shares], at) => Object.hasOwn(shares, answers[at] ?? ''))
      ? [{ answers: answers as string[], count }]
      : [],
  )
  if (!isRaw) refuseFewPeople(by, [...whole.map(({ count }) => count), base - sumOf(whole)])
  const weights = rake(
    whole,
    targets.map(([, shares]) => shares),
  )
  if (!weights) throw new AppError('WEIGHTS_IMPOSSIBLE')
  const people = sumOf(whole)
  const effectiveBase = effectiveSize(whole, weights)
  const weightOfCell = new Map(whole.map(({ answers }, at) => [JSON.stringify(answers), weights[at] ?? 0]))
  return {
    by,
    base: people,
    effectiveBase,
    efficiency: effectiveBase / people,
    weightOf: (answers) => weightOfCell.get(JSON.stringify(answers)) ?? 0,
    // Two sets of weights together tell the figures of each cell, and so of each of their answers.
    tables: isRaw
      ? []
      : listTables(cells, { by, targets: targets.map(([, shares]) => shares), weights: weightOfCell }),
  }
}

type Weighed = { by: readonly By[]; targets: readonly object[]; weights: ReadonlyMap<string, number> }

function listTables(
  cells: readonly { answers: readonly (string | null)[]; count: number }[],
  { by, targets, weights }: Weighed,
): Columns[] {
  const single = by.map((each, at) => {
    const isChosen = (name: string) => Object.hasOwn(targets[at] ?? {}, name)
    const hidesSmall = typeof each === 'number'
    const columnOf = (answers: readonly (string | null)[]) => {
      const told = answers[at] ?? ''
      return hidesSmall || isChosen(told) ? told : REST
    }
    return listColumnsOf(each, cells, { columnOf, isChosen, hidesSmall })
  })
  if (by.length === 1) return single
  const isChosen = (name: string) => weights.has(name)
  const columnOf = (answers: readonly (string | null)[]) => {
    const name = JSON.stringify(answers)
    return isChosen(name) ? name : REST
  }
  return [...single, listColumnsOf('joint', cells, { columnOf, isChosen, hidesSmall: false })]
}

const sumOf = (cells: readonly { count: number }[]) => cells.reduce((sum, { count }) => sum + count, 0)

/** A question with one answer, or what people told about themselves. */
function readTarget(survey: ReadSurvey, name: string, answers: readonly string[]): By {
  const key = TRAIT_KEYS.find((each) => each === name)
  if (!key) return requireVariable(survey, { id: Number(name), field: 'weights', kind: 'single' }).id
  const codes = TRAITS[key].options.map(({ code }) => code)
  if (answers.some((answer) => !codes.includes(answer))) throw invalidField('weights', 'TRAIT_UNKNOWN')
  return key
}

/** Weights that count few people a hundred times, or leave few out, tell what these answered. */
function refuseFewPeople(by: readonly By[], cells: readonly number[]): void {
  const min = by.every((each) => typeof each === 'number') ? SMALLEST_CELL : SMALLEST_GROUP
  if (cells.some((count) => count > 0 && count < min))
    throw invalidField('weights', 'WEIGHTED_GROUP_SMALL', { min })
}

type Answers = readonly (string | null)[]

/** Null: anyone who answered a question that takes several answers. */
export type CountedAnswer = { answer: string | null; answers: Answers; count: number }

/** The columns against which answers may be read: another question, groups of a profile, days. */
export type Columns = {
  by: By | 'joint'
  columnOf: (answers: Answers) => string
  /** Everyone by column. */
  people: ReadonlyMap<string, number>
  /** Whose number the page of their own question hides. */
  hidden: ReadonlySet<string>
  /** Those that are shown, one by one or in mixtures. */
  isChosen: (column: string) => boolean
}

/** Set out the columns of a table. `hidesSmall`: the page of their own question shows how many are in each, and hides small ones. */
export function listColumnsOf(
  by: Columns['by'],
  cells: readonly { answers: Answers; count: number }[],
  { columnOf, isChosen, hidesSmall }: Pick<Columns, 'columnOf' | 'isChosen'> & { hidesSmall: boolean },
): Columns {
  const people = addUp(cells.map(({ answers, count }) => [columnOf(answers), count]))
  return { by, columnOf, isChosen, people, hidden: hidesSmall ? listHidden(people) : new Set() }
}

export type Visible = {
  isShown: (answer: string, column: string) => boolean
  /** How many answered of a column. Null: hidden. */
  baseOf: (column: string) => number | null
}
type Table = { variable: Pick<Variable, 'id' | 'isMultiple'>; given: readonly CountedAnswer[] }

/** Find what may be shown of the answers to a variable column by column. It is the same on every page that shows this table. */
export function hideTable({ variable, given }: Table, columns: Columns): Visible {
  const { columnOf, people } = columns
  const names = [...people.keys()].sort()
  const answered = addUp(
    given.flatMap(({ answer, answers, count }) =>
      (answer === null) === variable.isMultiple && answer !== '' ? [[columnOf(answers), count] as const] : [],
    ),
  )
  const counted = addUp(
    given.flatMap(({ answer, answers, count }) =>
      answer ? [[JSON.stringify([answer, columnOf(answers)]), count] as const] : [],
    ),
  )
  const countOf = (answer: string, column: string) => counted.get(JSON.stringify([answer, column])) ?? 0
  const answers = [...new Set(given.flatMap(({ answer }) => answer || []))].sort()
  const tables = variable.isMultiple ? answers.map((answer) => [answer]) : [answers]
  const shown = new Map<string, boolean>()
  const bases = new Map(names.map((name) => [name, !columns.hidden.has(name)]))
  for (const own of tables) {
    const rows = (name: string) => {
      const cells = own.map((answer) => countOf(answer, name))
      const base = answered.get(name) ?? 0
      const rest = variable.isMultiple ? [base - (cells[0] ?? 0)] : []
      return [...cells, ...rest, (people.get(name) ?? 0) - base]
    }
    const places = [...own, ...(variable.isMultiple ? [NOT_CHOSEN] : []), UNANSWERED]
    const side = { names: places, hidden: hiddenRows(places, names.map(rows), variable.isMultiple) }
    const visible = suppress(names.map(rows), {
      columns,
      names,
      side,
      isTurned: isTurned(variable.id, columns.by),
    })
    for (const [at, name] of names.entries()) {
      for (const [row, answer] of own.entries())
        shown.set(JSON.stringify([answer, name]), visible?.[at]?.[row] != null)
      const isWhole = visible?.[at]?.at(-1) != null && !isSmall(answered.get(name) ?? 0)
      bases.set(name, (bases.get(name) ?? false) && isWhole)
    }
  }
  return {
    isShown: (answer, column) => shown.get(JSON.stringify([answer, column])) ?? true,
    baseOf: (column) => (bases.get(column) ? (answered.get(column) ?? 0) : null),
  }
}

const NOT_CHOSEN = '\0'

/** Two questions make one table, whichever is the columns. */
const isTurned = (id: number, by: Columns['by']) => typeof by === 'number' && id < by

type Sides = { columns: Columns; names: string[]; side: Side; isTurned: boolean }

function suppress(counts: number[][], { columns, names, side, isTurned: isOther }: Sides) {
  const own = { names, hidden: columns.hidden }
  if (!isOther) return suppressTable(counts, { lines: own, places: side })
  const turned = suppressTable(turn(counts), { lines: side, places: own })
  return turned && turn(turned)
}

const turn = <T>(table: readonly (readonly T[])[]): T[][] =>
  (table[0] ?? []).map((_, at) => table.flatMap((line) => line.slice(at, at + 1)))

/** What the variable's own page hides. */
function hiddenRows(names: readonly string[], counts: readonly number[][], isMultiple: boolean): Set<string> {
  const totals = names.map((_, at) => counts.reduce((total, cells) => total + (cells[at] ?? 0), 0))
  if (!isMultiple) return listHidden(new Map(names.map((name, at) => [name, totals[at] ?? 0])))
  const base = (totals[0] ?? 0) + (totals[1] ?? 0)
  const [isShown] = suppressChoices([totals[0] ?? 0], base)
  return new Set(isShown === null ? names.filter((name) => name !== UNANSWERED || isSmall(base)) : [])
}

function listHidden(people: ReadonlyMap<string, number>): Set<string> {
  const answered = new Map([...people].filter(([name]) => name !== UNANSWERED))
  const hidden = [...suppressNamed(answered)].flatMap(([name, count]) => (count === null ? name : []))
  const base = [...answered.values()].reduce((total, count) => total + count, 0)
  return new Set(isSmall(base) ? [...hidden, UNANSWERED] : hidden)
}

function addUp(entries: Iterable<readonly [string, number]>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of entries) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

const MAX_ROUNDS = 500
/** How far a weighted share may be from its target. */
const CLOSE = 1e-10

/** People with the same answers to the questions that have targets. */
export type Cell = { answers: readonly string[]; count: number }
/** For each of these questions the share of each answer. */
export type Margins = readonly Readonly<Record<string, number>>[]

/**
 * Weigh cells so that the shares of each question are its targets: in turn each answer's people get the weight that makes its share
 * right, until all are (raking, iterative proportional fitting). Weights are 1 on average. Null: no weights do that, because nobody gave an
 * answer that has a target, or the targets contradict what was answered together.
 */
export function rake(cells: readonly Cell[], margins: Margins): number[] | null {
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  let weights = cells.map(() => 1)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let furthest = 0
    for (const [question, shares] of margins.entries()) {
      const factors = new Map<string, number>()
      for (const [answer, share] of Object.entries(shares)) {
        const found = sumOfWeights(cells, weights, { question, answer })
        if (found === 0) return null
        furthest = Math.max(furthest, Math.abs(found / total - share))
        factors.set(answer, (share * total) / found)
      }
      weights = weights.map((weight, at) => weight * (factors.get(cells[at]?.answers[question] ?? '') ?? 0))
    }
    if (furthest < CLOSE) return weights
  }
  return null
}

function sumOfWeights(
  cells: readonly Cell[],
  weights: readonly number[],
  { question, answer }: { question: number; answer: string },
): number {
  return cells.reduce(
    (sum, { answers, count }, at) => (answers[question] === answer ? sum + count * (weights[at] ?? 0) : sum),
    0,
  )
}

/** As many people asked at random would say as much (Kish). */
export function effectiveSize(cells: readonly Cell[], weights: readonly number[]): number {
  let [sum, squares] = [0, 0]
  for (const [at, { count }] of cells.entries()) {
    const weight = weights[at] ?? 0
    sum += count * weight
    squares += count * weight * weight
  }
  return squares === 0 ? 0 : (sum * sum) / squares
}
