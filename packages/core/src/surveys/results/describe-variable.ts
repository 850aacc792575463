import { type QuestionResult, SMALL_BASE } from '@chuma/contract/surveys/results'
import { binNumbers, niceWidth, tidy } from './bin-numbers.ts'
import { type Columns, type CountedAnswer, hideTable } from './hide-table.ts'
import { meanOf, spread, wilsonInterval } from './intervals.ts'
import { labelOf, listAnswersOf } from './read-survey.ts'
import { isSmall, suppressChoices, suppressNamed, UNANSWERED } from './suppress.ts'
import type { Variable } from './variables.ts'

type Describing = {
  given: readonly CountedAnswer[]
  weightOf: (answers: readonly (string | null)[]) => number
  /** Effective people for each person. */
  efficiency: number
  isRaw: boolean
  /** The tables from which the figures could be worked out. */
  tables: readonly Columns[]
}
/** How many people gave an answer, and what they weigh together. */
type Tally = { people: number; weighed: number }

type Writing = Pick<Describing, 'given' | 'isRaw'> & { tables?: readonly Columns[] }

/** Count an open answer: how many people wrote something, of the columns of `tables` that are shown. */
export function describeOpen(variable: Variable, { given, isRaw, tables = [] }: Writing): QuestionResult {
  const own = given.filter(({ answers }) =>
    tables.every(({ isChosen, columnOf }) => isChosen(columnOf(answers))),
  )
  const base = own.reduce((sum, { answer, count }) => (answer === 'true' ? sum + count : sum), 0)
  const isShown = tables.every((columns) => {
    const table = hideTable({ variable, given }, columns)
    return [...columns.people.keys()].every((name) => !columns.isChosen(name) || table.isShown('true', name))
  })
  const isHidden = !isRaw && (isSmall(base) || !isShown)
  return {
    ...head(variable),
    base: isHidden ? null : base,
    isSmallBase: base < SMALL_BASE,
    rows: [],
    mean: null,
  }
}

/** Share out the answers to a variable. */
export function describeClosed(
  variable: Variable,
  { given, weightOf, efficiency, isRaw, tables }: Describing,
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
  const visible = tables.map((columns) => ({ columns, ...hideTable({ variable, given }, columns) }))
  const isHidden = !isRaw && (isSmall(base) || !visible.every(hasBase))
  if (isHidden) return { ...describeOpen(variable, { given: [], isRaw }), base: null, isSmallBase: true }
  const effective = base * efficiency
  const isSmallBase = base < SMALL_BASE
  const counted = variable.type === 'number' ? binNumbers(tallies) : tallies
  const answers = listAnswersOf(variable, counted.keys())
  const counts = answers.map((answer) => counted.get(answer)?.people ?? 0)
  const isBinned = variable.type === 'number' && tables.length > 0
  const alone = hide(counts, { isRaw, base, isMultiple: variable.isMultiple, answers })
  const isShown = (answer: string) =>
    visible.every(({ columns, isShown: isCellShown }) =>
      [...columns.people.keys()].every((name) => !columns.isChosen(name) || isCellShown(answer, name)),
    )
  const shown =
    tables.length === 0 ? alone : answers.map((answer, at) => (isShown(answer) ? (counts[at] ?? 0) : null))
  const intervalOf = (share: number) =>
    isSmallBase ? { low: null, high: null } : wilsonInterval(Math.min(1, share), effective)
  return {
    ...head(variable),
    base,
    isSmallBase,
    rows: (isBinned ? [] : answers).map((answer, at) => {
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
      variable.isNumeric && base > 0 && (isBinned || !shown.includes(null))
        ? isRaw || variable.type !== 'number'
          ? describeMean(tallies, effective)
          : describeRoughly(tallies, effective)
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

type Table = { columns: Columns; baseOf: (column: string) => number | null }

/** Whether it may be told how many answered of the columns that are shown. */
const hasBase = ({ columns, baseOf }: Table) =>
  [...columns.people.keys()].every(
    (name) => name === UNANSWERED || !columns.isChosen(name) || baseOf(name) !== null,
  )

type Hiding = { isRaw: boolean; isMultiple: boolean; base: number; answers: readonly string[] }

/** Several answers of one person do not add up to the base, so that none follows from the others. */
function hide(counts: readonly number[], { isRaw, isMultiple, base, answers }: Hiding): (number | null)[] {
  if (isRaw) return [...counts]
  if (isMultiple) return suppressChoices(counts, base)
  const shown = suppressNamed(new Map(answers.map((answer, at) => [answer, counts[at] ?? 0])))
  return answers.map((answer) => shown.get(answer) ?? null)
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

/**
 * Numbers of a group have no counts beside them: of whole numbers an exact mean and deviation are two equations, and tell the one person who
 * gave a large one. So both are rounded to about the standard error, and few people have neither.
 */
function describeRoughly(tallies: ReadonlyMap<string, Tally>, effective: number): QuestionResult['mean'] {
  if (effective < SMALL_BASE) return null
  const exact = describeMean(tallies, effective)
  if (!exact || exact.deviation === 0) return exact
  const step = niceWidth(exact.deviation / Math.sqrt(effective))
  const [mean, deviation] = [exact.mean, exact.deviation].map((value) =>
    tidy(Math.round(value / step) * step),
  )
  return spread({ mean: mean ?? 0, deviation: deviation ?? 0 }, effective)
}
