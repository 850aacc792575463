import {
  type QuestionResult,
  SMALL_BASE,
  SMALLEST_CELL,
  type SurveyResults,
  type SurveyResultsInput,
  type Weights,
} from '@chuma/contract/surveys/results'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import {
  countAnswers,
  countAttempts,
  countCells,
  countCompletedByDay,
  type Respondents,
} from '@chuma/db/queries/surveys/survey-results'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { meanOf, wilsonInterval } from './intervals.ts'
import { effectiveSize, rake } from './rake.ts'
import { listAnswersOf, readSurvey, requireQuestion, toRespondents } from './read-survey.ts'
import { suppress } from './suppress.ts'

/** `isRaw`: the reader may see what single people answered. */
export type Reader = { isRaw: boolean }

/**
 * Count the answers to a survey, question by question, with 95 % intervals. With weights, shares and means are those of a population with
 * the given shares; counts stay people. Counts of fewer than five people are hidden from who may not see single answers.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getSurveyResults(
  { db }: Pick<Deps, 'db'>,
  { isRaw }: Reader,
  { weights: wanted, ...filter }: SurveyResultsInput,
): Promise<SurveyResults> {
  const { title, questions } = await readSurvey(db, filter)
  const asked = toRespondents(questions, filter)
  const [openIds, questionIds] = [true, false].map((isOpen) =>
    questions.filter(({ type }) => (type === 'text') === isOpen).map(({ id }) => id),
  )
  const sample = await weigh(db, { asked, questions, wanted })
  const by = sample.by
  const [{ medianSeconds, ...attempts }, days, counted] = await Promise.all([
    countAttempts(db, filter.id),
    countCompletedByDay(db, asked),
    countAnswers(db, asked, { questionIds: questionIds ?? [], openIds: openIds ?? [], by }),
  ])
  const isHidden = !isRaw && sample.base < SMALLEST_CELL
  return {
    id: filter.id,
    title,
    attempts: { ...attempts, accepted: attempts.completed - attempts.waiting - attempts.rejected },
    medianSeconds,
    days: isRaw ? days : hideDays(days),
    base: sample.base,
    effectiveBase: sample.effectiveBase,
    questions: questions.map((question) => {
      const given = counted.filter(({ questionId, answer }) => questionId === question.id && answer !== '')
      if (question.type === 'text' || isHidden) return describeOpen(question, isHidden ? [] : given)
      return describeQuestion(question, {
        given,
        weightOf: sample.weightOf,
        efficiency: sample.efficiency,
        isRaw,
      })
    }),
  }
}

type Counted = Awaited<ReturnType<typeof countAnswers>>
type Sample = {
  by: number[]
  base: number
  effectiveBase: number | null
  /** Effective people for each person. */
  efficiency: number
  weightOf: (answers: readonly (string | null)[]) => number
}

/** Who counts how much: everyone alike, unless shares of a population are given. Who gave no answer that has a share counts nothing. */
async function weigh(
  db: Db,
  {
    asked,
    questions,
    wanted,
  }: { asked: Respondents; questions: SurveyQuestion[]; wanted: Weights | undefined },
): Promise<Sample> {
  const targets = Object.entries(wanted ?? {})
  const by = targets.map(([id]) => requireQuestion(questions, { id: Number(id), field: 'weights' }).id)
  const cells = await countCells(db, asked, by)
  const base = cells.reduce((sum, { count }) => sum + count, 0)
  if (by.length === 0) return { by, base, effectiveBase: null, efficiency: 1, weightOf: () => 1 }
  const whole = cells.flatMap(({ answers, count }) =>
    targets.every(([, shares], at) => Object.hasOwn(shares, answers[at] ?? ''))
      ? [{ answers: answers as string[], count }]
      : [],
  )
  const weights = rake(
    whole,
    targets.map(([, shares]) => shares),
  )
  if (!weights) throw new AppError('WEIGHTS_IMPOSSIBLE')
  const people = whole.reduce((sum, { count }) => sum + count, 0)
  const effectiveBase = effectiveSize(whole, weights)
  const weightOfCell = new Map(whole.map(({ answers }, at) => [JSON.stringify(answers), weights[at] ?? 0]))
  return {
    by,
    base: people,
    effectiveBase,
    efficiency: effectiveBase / people,
    weightOf: (answers) => weightOfCell.get(JSON.stringify(answers)) ?? 0,
  }
}

/** Days on which fewer than five people came tell when somebody did. */
const hideDays = (days: SurveyResults['days']) => days.filter(({ completed }) => completed >= SMALLEST_CELL)

function describeOpen({ id, question, type }: SurveyQuestion, given: Counted): QuestionResult {
  const base = given.reduce((sum, { answer, count }) => (answer === 'true' ? sum + count : sum), 0)
  return { id, question, type, base, isSmallBase: base < SMALL_BASE, rows: [], mean: null }
}

type Describing = Pick<Sample, 'weightOf' | 'efficiency'> & Reader & { given: Counted }

function describeQuestion(
  { id, question, type, ...rest }: SurveyQuestion,
  { given, weightOf, efficiency, isRaw }: Describing,
): QuestionResult {
  const people = new Map<string, number>()
  const weighed = new Map<string, number>()
  for (const { answer, answers, count } of given) {
    const weight = weightOf(answers)
    if (weight === 0) continue
    people.set(answer, (people.get(answer) ?? 0) + count)
    weighed.set(answer, (weighed.get(answer) ?? 0) + count * weight)
  }
  const labels = listAnswersOf({ id, question, type, ...rest }, people.keys())
  const counts = labels.map((label) => people.get(label) ?? 0)
  const base = counts.reduce((sum, count) => sum + count, 0)
  const sum = labels.reduce((total, label) => total + (weighed.get(label) ?? 0), 0)
  const shown = isRaw ? counts : suppress(counts)
  const isSmallBase = base < SMALL_BASE
  const effective = base * efficiency
  const intervalOf = (share: number) =>
    isSmallBase ? { low: null, high: null } : wilsonInterval(share, effective)
  const rows = labels.map((answer, at) => {
    const count = shown[at] ?? null
    const share = sum === 0 ? 0 : (weighed.get(answer) ?? 0) / sum
    return { answer, count, share: count === null || sum === 0 ? null : { share, ...intervalOf(share) } }
  })
  const isWhole = !shown.includes(null)
  const mean = type === 'rating' && base > 0 && isWhole ? describeMean(weighed, effective) : null
  return {
    id,
    question,
    type,
    base,
    isSmallBase,
    rows,
    mean: mean && isSmallBase ? { ...mean, low: null, high: null } : mean,
  }
}

function describeMean(weighed: ReadonlyMap<string, number>, effective: number) {
  const values = Array.from(weighed, ([value, weight]) => ({ value: Number(value), weight }))
  return meanOf(values, effective)
}
