import {
  SMALLEST_CELL,
  type SurveyResults,
  type SurveyResultsInput,
  type Weights,
} from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import {
  countAnswers,
  countAttempts,
  countCells,
  countCompletedByDay,
} from '@chuma/db/queries/surveys/survey-results'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { describeClosed, describeOpen } from './describe-variable.ts'
import { effectiveSize, rake } from './rake.ts'
import { type ReadSurvey, readSurvey, requireVariable, toRespondents } from './read-survey.ts'
import { CODED } from './variables.ts'

/** `isRaw`: the reader may see what single people answered. `isCharged`: only answers that the survey's client pays for. */
export type Reader = { isRaw: boolean; isCharged?: boolean }

/**
 * Count the answers to a survey, question by question, with 95 % intervals. With weights, shares and means are those of a population with
 * the given shares; counts stay people. Counts of fewer than five people are hidden from anyone who may not see single answers.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getSurveyResults(
  { db }: Pick<Deps, 'db'>,
  { isRaw, isCharged = false }: Reader,
  { weights: wanted, ...filter }: SurveyResultsInput,
): Promise<SurveyResults> {
  const survey = await readSurvey(db, filter)
  const { title, variables, versions, version } = survey
  const asked = { ...toRespondents(survey, filter), isCharged }
  const [openIds, questionIds] = [true, false].map((isOpen) =>
    variables.filter(({ type }) => type !== CODED && (type === 'text') === isOpen).map(({ id }) => id),
  )
  const codedIds = variables.flatMap(({ id, part }) => (part === CODED ? id : []))
  const sample = await weigh(db, { asked, survey, wanted })
  const by = sample.by
  const [{ medianSeconds, ...attempts }, days, counted] = await Promise.all([
    countAttempts(db, filter.id),
    countCompletedByDay(db, asked),
    countAnswers(db, asked, { questionIds: questionIds ?? [], openIds: openIds ?? [], codedIds, by }),
  ])
  const isHidden = !isRaw && sample.base < SMALLEST_CELL
  return {
    id: filter.id,
    title,
    versions,
    version,
    attempts: { ...attempts, accepted: attempts.completed - attempts.waiting - attempts.rejected },
    medianSeconds,
    days: isRaw ? days : hideDays(days),
    base: sample.base,
    effectiveBase: sample.effectiveBase,
    questions: variables.map((variable) => {
      const given = counted.filter(
        ({ questionId, part }) => questionId === variable.id && part === variable.part,
      )
      if (variable.type === 'text' || isHidden) return describeOpen(variable, isHidden ? [] : given)
      return describeClosed(variable, { given, ...sample, isRaw })
    }),
  }
}

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
  { asked, survey, wanted }: { asked: Respondents; survey: ReadSurvey; wanted: Weights | undefined },
): Promise<Sample> {
  const targets = Object.entries(wanted ?? {})
  const by = targets.map(
    ([id]) => requireVariable(survey, { id: Number(id), field: 'weights', kind: 'single' }).id,
  )
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
