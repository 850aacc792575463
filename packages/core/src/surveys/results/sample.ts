import { SMALLEST_CELL, type Weights } from '@chuma/contract/surveys/results'
import { SMALLEST_GROUP, TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/traits'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { type By, countCells } from '@chuma/db/queries/surveys/survey-results'
import { AppError, invalidField } from '../../app-error.ts'
import type { CountedAnswer } from './describe-variable.ts'
import type { Group } from './groups/groups.ts'
import { effectiveSize, rake } from './rake.ts'
import { type ReadSurvey, requireVariable } from './read-survey.ts'

export type Sample = {
  by: By[]
  base: number
  effectiveBase: number | null
  /** Effective people for each person. */
  efficiency: number
  weightOf: (answers: readonly (string | null)[]) => number
  /** For readers who may not see single answers: whose figures follow from those of the others. */
  columnOf?: (answers: readonly (string | null)[]) => string
  chosen?: string
}

const REST = ''

type Chosen = { asked: Respondents; group: Group; open: readonly string[] }

/** The people of one group, beside those of the other groups and the rest. */
export async function chooseColumn(db: Db, { asked, group: { trait, code }, open }: Chosen): Promise<Sample> {
  const columnOf = ([told]: readonly (string | null)[]) => (told && open.includes(told) ? told : REST)
  const cells = await countCells(db, asked, [trait])
  const base = cells.reduce((sum, { answers, count }) => (columnOf(answers) === code ? sum + count : sum), 0)
  return {
    by: [trait],
    base,
    effectiveBase: null,
    efficiency: 1,
    weightOf: (answers) => Number(columnOf(answers) === code),
    columnOf,
    chosen: code,
  }
}

/** How many of them wrote something; too few are none. */
export function within(given: readonly CountedAnswer[], { weightOf }: Sample): CountedAnswer[] {
  const own = given.filter(({ answers }) => weightOf(answers) > 0)
  const writers = own.reduce((sum, { answer, count }) => (answer === 'true' ? sum + count : sum), 0)
  return writers < SMALLEST_CELL ? [] : own
}

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
  if (by.length === 0) return { by, base, effectiveBase: null, efficiency: 1, weightOf: () => 1 }
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
    // Two sets of weights together tell the figures of each cell.
    columnOf: (answers) => (weightOfCell.has(JSON.stringify(answers)) ? JSON.stringify(answers) : REST),
  }
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
