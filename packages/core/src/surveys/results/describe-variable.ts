import { type QuestionResult, SMALL_BASE, SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { binNumbers } from './bin-numbers.ts'
import { meanOf, wilsonInterval } from './intervals.ts'
import { labelOf, listAnswersOf } from './read-survey.ts'
import { suppress } from './suppress.ts'
import type { Variable } from './variables.ts'

/** Null: anyone who answered a question that takes several answers. */
export type CountedAnswer = { answer: string | null; answers: readonly (string | null)[]; count: number }
type Describing = {
  given: readonly CountedAnswer[]
  weightOf: (answers: readonly (string | null)[]) => number
  /** Effective people for each person. */
  efficiency: number
  isRaw: boolean
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
  { given, weightOf, efficiency, isRaw }: Describing,
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
  const effective = base * efficiency
  const isSmallBase = base < SMALL_BASE
  const counted = variable.type === 'number' ? binNumbers(tallies) : tallies
  const answers = listAnswersOf(variable, counted.keys())
  const counts = answers.map((answer) => counted.get(answer)?.people ?? 0)
  const shown = hide(counts, { isRaw, isMultiple: variable.isMultiple })
  const intervalOf = (share: number) =>
    isSmallBase ? { low: null, high: null } : wilsonInterval(Math.min(1, share), effective)
  return {
    ...head(variable),
    base,
    isSmallBase,
    rows: answers.map((answer, at) => {
      const count = shown[at] ?? null
      const share = sum === 0 ? 0 : (counted.get(answer)?.weighed ?? 0) / sum
      return {
        answer,
        label: labelOf(variable, answer),
        count,
        share: count === null || sum === 0 ? null : { share, ...intervalOf(share) },
      }
    }),
    mean: variable.isNumeric && base > 0 && !shown.includes(null) ? describeMean(tallies, effective) : null,
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

function add(tallies: Map<string, Tally>, answer: string, more: Tally): void {
  const { people, weighed } = tallies.get(answer) ?? { people: 0, weighed: 0 }
  tallies.set(answer, { people: people + more.people, weighed: weighed + more.weighed })
}

function describeMean(tallies: ReadonlyMap<string, Tally>, effective: number): QuestionResult['mean'] {
  const values = Array.from(tallies, ([value, { weighed }]) => ({ value: Number(value), weight: weighed }))
  const mean = meanOf(values, effective)
  return effective < SMALL_BASE ? { ...mean, low: null, high: null } : mean
}
