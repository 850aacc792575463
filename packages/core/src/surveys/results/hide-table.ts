import type { By } from '@chuma/db/queries/surveys/survey-results'
import { isSmall, type Side, suppressChoices, suppressNamed, suppressTable, UNANSWERED } from './suppress.ts'
import type { Variable } from './variables.ts'

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
