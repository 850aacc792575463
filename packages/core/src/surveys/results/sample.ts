import { SMALLEST_CELL, type Weights } from '@chuma/contract/surveys/results'
import { SMALLEST_GROUP, TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/traits'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { type By, countCells } from '@chuma/db/queries/surveys/survey-results'
import { AppError, invalidField } from '../../app-error.ts'
import { type Columns, listColumnsOf } from './hide-table.ts'
import { effectiveSize, rake } from './rake.ts'
import { type ReadSurvey, requireVariable } from './read-survey.ts'

export type Sample = {
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
