import { type QuestionResult, SMALL_BASE, SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { binNumbers } from './bin-numbers.ts'
import { meanOf, wilsonInterval } from './intervals.ts'
import { labelOf, listAnswersOf } from './read-survey.ts'
import { suppress, suppressTable } from './suppress.ts'
import type { Variable } from './variables.ts'

/** Null: anyone who answered a question that takes several answers. */
export type CountedAnswer = { answer: string | null; answers: readonly (string | null)[]; count: number }
type Describing = {
  given: readonly CountedAnswer[]
  weightOf: (answers: readonly (string | null)[]) => number
  /** Effective people for each person. */
  efficiency: number
  isRaw: boolean
  /** Which column of a table people are in, when the figures of columns follow from those shown: chosen groups, weighed cells. */
  columnOf?: ((answers: readonly (string | null)[]) => string) | undefined
  /** The only column that is shown. */
  chosen?: string | undefined
}
/** How many people gave an answer, and what they weigh together. */
type Tally = { people: number; weighed: number }

/** Count an open answer: how many people wrote something. */
export function describeOpen(variable: Variable, given: readonly CountedAnswer[]): QuestionResult {
  const base = given.reduce((sum, { answer, count }) => (answer === 'true' ? sum + count : sum), 0)
  return { ...head(variable), base, isSmallBase: base < SMALL_BASE, rows: [], mean: null }
}

/** Share out the answers to a variable. */
export function describeClosed(
  variable: Variable,
  { given, weightOf, efficiency, isRaw, columnOf, chosen }: Describing,
): QuestionResult {
  const tallies = new Map<string, Tally>()
  const everybody: Tally = { people: 0, weighed: 0 }
  for (const { answer, answers, count } of given) {
    const weight = weightOf(answers)
    if (weight === 0 || answer === '') continue
    if (answer !== null) add(tallies, answer, { people: count, weighed: count * weight })
    if ((answer === null) === variable.isMultiple) {
      everybody.people += count
      everybody.weighed += count * weight
    }
  }
  const { people: base, weighed: sum } = everybody
  if (!isRaw && base < SMALLEST_CELL) return describeOpen(variable, [])
  const effective = base * efficiency
  const isSmallBase = base < SMALL_BASE
  const counted = variable.type === 'number' ? binNumbers(tallies) : tallies
  const answers = listAnswersOf(variable, counted.keys())
  const counts = answers.map((answer) => counted.get(answer)?.people ?? 0)
  const table = isRaw || !columnOf ? null : hideByColumn({ variable, given, answers, columnOf })
  const shown = table ? table.pick(counts, chosen) : hide(counts, { isRaw, isMultiple: variable.isMultiple })
  const intervalOf = (share: number) =>
    isSmallBase ? { low: null, high: null } : wilsonInterval(Math.min(1, share), effective)
  return {
    ...head(variable),
    base,
    isSmallBase,
    rows: (table?.isBinned ? [] : answers).map((answer, at) => {
      const count = shown[at] ?? null
      const share = sum === 0 ? 0 : (counted.get(answer)?.weighed ?? 0) / sum
      return {
        answer,
        label: labelOf(variable, answer),
        count,
        share: count === null || sum === 0 ? null : { share, ...intervalOf(share) },
      }
    }),
    mean:
      variable.isNumeric && base > 0 && (table?.hasMean ?? !shown.includes(null))
        ? describeMean(tallies, effective)
        : null,
  }
}

const head = ({ id, part, question, type, isMultiple }: Variable) => ({
  id,
  part,
  question,
  type,
  isMultiple,
})

/** Several answers of one person do not add up to the base, so that none follows from the others. */
function hide(
  counts: readonly number[],
  { isRaw, isMultiple }: { isRaw: boolean; isMultiple: boolean },
): (number | null)[] {
  if (isRaw) return [...counts]
  if (isMultiple) return counts.map((count) => (count > 0 && count < SMALLEST_CELL ? null : count))
  return suppress(counts)
}

type ByColumn = Required<Pick<Describing, 'given'>> & {
  variable: Variable
  answers: readonly string[]
  columnOf: (answers: readonly (string | null)[]) => string
}

/**
 * Hide small counts in the table of all columns. Ranges of numbers depend on who is counted, so that two tables of them cannot be held
 * against each other: they are left out.
 */
function hideByColumn({ variable, given, answers, columnOf }: ByColumn) {
  const columns = [...new Set(given.map((each) => columnOf(each.answers)))]
  const sumOf = (column: string, counts: (answer: string | null) => boolean) =>
    given.reduce(
      (sum, each) => (columnOf(each.answers) === column && counts(each.answer) ? sum + each.count : sum),
      0,
    )
  const bases = columns.map((column) => sumOf(column, (answer) => (answer === null) === variable.isMultiple))
  const isBinned = variable.type === 'number'
  const counts = columns.map((column) =>
    answers.map((answer) => (isBinned ? 0 : sumOf(column, (each) => each === answer))),
  )
  const shown = suppressTable(counts, bases)
  return {
    isBinned,
    hasMean:
      bases.every((base) => base === 0 || base >= SMALLEST_CELL) &&
      !shown.some((cells) => cells.includes(null)),
    pick: (all: readonly number[], chosen: string | undefined): (number | null)[] => {
      const picked = columns.flatMap((column, at) =>
        chosen === undefined || column === chosen ? [shown[at] ?? []] : [],
      )
      return all.map((count, row) => (picked.some((cells) => cells[row] === null) ? null : count))
    },
  }
}

function add(tallies: Map<string, Tally>, answer: string, more: Tally): void {
  const { people, weighed } = tallies.get(answer) ?? { people: 0, weighed: 0 }
  tallies.set(answer, { people: people + more.people, weighed: weighed + more.weighed })
}

function describeMean(tallies: ReadonlyMap<string, Tally>, effective: number): QuestionResult['mean'] {
  const values = Array.from(tallies, ([value, { weighed }]) => ({ value: Number(value), weight: weighed }))
  const mean = meanOf(values, effective)
  return effective < SMALL_BASE ? { ...mean, low: null, high: null } : mean
}
