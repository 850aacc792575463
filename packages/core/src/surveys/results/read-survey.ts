import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import { listCategories } from '@chuma/db/queries/surveys/categories'
import { getQuestionnaire, listVersions } from '@chuma/db/queries/surveys/questionnaires'
import {
  countRespondents,
  type RespondentRow,
  type Respondents,
  type StoredRow,
} from '@chuma/db/queries/surveys/respondents'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import { countPaces } from '@chuma/db/queries/surveys/survey-results'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { fromList } from '../questionnaire/plain-list.ts'
import { questionsOf } from '../questions.ts'
import { readProfileFilter, toTraits } from './groups/groups.ts'
import { isSmall } from './suppress.ts'

/** Seconds from start to end are told as the lower edge of a band. */
const EDGES = [60, 120, 300, 600, 1200, 2400]

/** Some days on which five people or more completed a survey, from the first of them, and bands of seconds with five or more each. */
export type Period = { from: string; to: string; bands: number[] }
type Pace = { day: string; band: number; people: number }

/**
 * Divide the days of a survey into periods. Staff see when each member completed a survey: a date or a duration that fewer than five people
 * share would name someone in a file. None: fewer than five people in all.
 */
export async function listPeriods(db: Db, asked: Respondents): Promise<Period[]> {
  const { surveyId, version, isCharged = false, disclosedTo } = asked
  const everyone = {
    surveyId,
    version,
    isCharged,
    disclosedTo,
    from: undefined,
    to: undefined,
    who: undefined,
  }
  return divide(await countPaces(db, { ...everyone, quality: 'accepted' }, EDGES))
}

function divide(paces: readonly Pace[]): Period[] {
  const days = [...new Set(paces.map(({ day }) => day))].sort()
  const periods = mergeSmall(days.map((day) => paces.filter((pace) => pace.day === day)))
  return periods.map((own) => {
    const bands = [0, ...EDGES].map((_, band) => own.filter((pace) => pace.band === band))
    return {
      from: own.map(({ day }) => day).sort()[0] ?? '',
      to:
        own
          .map(({ day }) => day)
          .sort()
          .at(-1) ?? '',
      bands: mergeSmall(bands).map((some) => [0, ...EDGES][Math.min(...some.map(({ band }) => band))] ?? 0),
    }
  })
}

/** Neighbours together have five people or more; what is left at the end goes to the last ones that have. */
function mergeSmall(parts: readonly (readonly Pace[])[]): Pace[][] {
  const merged: Pace[][] = []
  let open: Pace[] = []
  for (const part of parts) {
    open.push(...part)
    if (sizeOf(open) < SMALLEST_CELL) continue
    merged.push(open)
    open = []
  }
  merged.at(-1)?.push(...open)
  return merged
}

const sizeOf = (paces: readonly Pace[]) => paces.reduce((sum, { people }) => sum + people, 0)

const periodOf = (periods: readonly Period[], day: string) => periods.findLast(({ from }) => from <= day)

/** Say when someone completed a survey, and how long they took, as coarsely as five people share it. */
export function coarsen(periods: readonly Period[], { isAccepted, day, seconds, ...row }: StoredRow) {
  const period = isAccepted ? periodOf(periods, day) : undefined
  if (!period) return { ...row, day: null, seconds: null }
  const band = period.bands.findLast((from) => from <= seconds) ?? period.bands[0] ?? null
  return { ...row, day: period.from, seconds: band }
}

/** The period a day is in; days before the first are in none. */
export const nameOfPeriod = (periods: readonly Period[], day: string): string =>
  periodOf(periods, day)?.from ?? ''

/**
 * Widen a filter until those it leaves out, and those it lets in, are nobody or five people: days to whole periods, and waiting and rejected
 * answers only together. Two files that differ by one person tell what that person answered.
 */
export async function widen(db: Db, asked: Respondents): Promise<Respondents> {
  const { from, to, quality } = asked
  const days =
    from === undefined && to === undefined ? {} : widenDays(await listPeriods(db, asked), { from, to })
  if (quality === 'accepted') return { ...asked, ...days }
  const everyone = { ...asked, from: undefined, to: undefined, who: undefined, traits: [] }
  const all = await countRespondents(db, everyone)
  const others = all - (await countRespondents(db, { ...everyone, quality: 'accepted' }))
  return { ...asked, ...days, quality: isSmall(others) ? 'accepted' : 'all' }
}

type Days = Pick<Respondents, 'from' | 'to'>

/** Days before the first period and after the last have nobody. */
function widenDays(periods: readonly Period[], { from, to }: Days): Days {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) return { from, to }
  const isAfter = from !== undefined && from > last.to
  const next = to === undefined ? undefined : periods.find((period) => period.from > to)
  const isBefore = to !== undefined && to < first.from
  return {
    from: from === undefined || isAfter ? from : nameOfPeriod(periods, from) || from,
    to: isBefore ? to : next && dayBefore(next.from),
  }
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

type Filter = {
  id: string
  version?: number | undefined
  from?: string | undefined
  to?: string | undefined
  quality: 'accepted' | 'all'
  who?: string | undefined
  profile?: string | undefined
}

export type ReadSurvey = {
  title: string
  variables: Variable[]
  /** Of its questionnaire, newest first; none if it asks a plain list. 0: the list that it asked before, if enough people answered it. */
  versions: number[]
  /** The one whose answers are counted. Null: the plain list's. */
  version: number | null
}

/**
 * Load what a survey asks: one version of its questionnaire, by default the newest, or its plain list.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE if it asks nothing itself; INVALID_INPUT for an unknown version
 */
export async function readSurvey(
  db: Db,
  { id, version: asked }: { id: string; version?: number | undefined },
): Promise<ReadSurvey> {
  const offer = orRefuse(await findOffer(db, id), 'SURVEY_NOT_FOUND')
  const published = (await listVersions(db, id)).map(({ version }) => version)
  const versions = published.length > 0 && (await hasListAnswers(db, id)) ? [...published, 0] : published
  if (asked !== undefined && !versions.includes(asked))
    throw invalidField('version', 'NOT_AN_OPTION', { options: versions.map(String) })
  const version = asked === 0 ? null : (asked ?? versions[0] ?? null)
  const asks = listVariables(
    version === null ? fromList(questionsOf(offer)) : await getQuestionnaire(db, id, version),
  )
  if (asks.length === 0) throw new AppError('RESULTS_ELSEWHERE')
  const variables = withCategories(asks, await listCategories(db, { surveyId: id, version }))
  return { title: offer.title, variables, versions, version }
}

/** A group that is too small to be counted is not offered. */
async function hasListAnswers(db: Db, surveyId: string): Promise<boolean> {
  const everyone = { from: undefined, to: undefined, quality: 'accepted', who: undefined } as const
  return (await countRespondents(db, { surveyId, version: null, ...everyone })) >= SMALLEST_CELL
}

type Kind = 'single' | 'closed' | 'open'

/**
 * Find what a call names by its number. `single`: everybody has one answer to it. `closed`: its answers can be counted,
 * or their categories, if it is open and sorted into some.
 * @throws AppError INVALID_INPUT that names the field
 */
export function requireVariable(
  { variables }: Pick<ReadSurvey, 'variables'>,
  { id, field, kind }: { id: number; field: string; kind: Kind },
): Variable {
  const asked = variables.find((one) => one.id === id && one.part === '')
  const coded = variables.find((one) => one.id === id && one.part === CODED)
  const found = kind === 'closed' ? (coded ?? asked) : asked
  const isOpen = found?.type === 'text'
  const fits =
    kind === 'open' ? isOpen : !isOpen && !(kind === 'single' && (found?.isMultiple || isFree(found)))
  if (!found || !fits) throw invalidField(field, 'SURVEY_QUESTION_UNKNOWN')
  return found
}

const isFree = (variable: Variable | undefined) => variable?.labels.length === 0

export function toRespondents(survey: Pick<ReadSurvey, 'variables' | 'version'>, filter: Filter) {
  const { id: surveyId, from, to, quality, who, profile } = filter
  const [, number = '', answer = ''] = /^(\d+)=([\s\S]*)$/.exec(who ?? '') ?? []
  if (who !== undefined) requireVariable(survey, { id: Number(number), field: 'who', kind: 'single' })
  return {
    surveyId,
    version: survey.version,
    from,
    to,
    quality,
    who: who === undefined ? undefined : { questionId: Number(number), answer },
    traits: profile === undefined ? undefined : toTraits(readProfileFilter(profile)),
  }
}

/** What a variable offers, in its order, and after it what was answered to an earlier wording. */
export function listAnswersOf({ labels }: Variable, given: Iterable<string>): string[] {
  return [...new Set([...labels.map(({ value }) => value), ...given])]
}

export const labelOf = ({ labels }: Pick<Variable, 'labels'>, answer: string): string =>
  labels.find(({ value }) => value === answer)?.label ?? answer

type Label = { value: string; label: string }

/** What is counted on its own: a question, or one row of a grid. */
export type Variable = {
  id: number
  /** The row of a grid. */
  part: string
  question: string
  /** `coded`: the categories that staff sorted the words of an open question into. */
  type: Question['type'] | 'coded'
  /** What can be answered, as it is stored; nothing for words and numbers. */
  labels: Label[]
  /** People may give several answers. */
  isMultiple: boolean
  isNumeric: boolean
}

/** The part that names the categories of an open question. */
export const CODED = 'coded'

type Category = { questionId: number; code: number; name: string }

/** Put the categories of open questions behind them, as questions with several answers. */
function withCategories(variables: readonly Variable[], categories: readonly Category[]): Variable[] {
  return variables.flatMap((variable) => {
    const own = categories.filter(({ questionId }) => variable.type === 'text' && questionId === variable.id)
    if (own.length === 0) return [variable]
    const labels = own.map(({ code, name }) => ({ value: String(code), label: name }))
    return [variable, { ...variable, part: CODED, type: CODED, labels, isMultiple: true }]
  })
}

/** The name of its column in files. */
export const nameOf = ({ id, part }: Pick<Variable, 'id' | 'part'>) => (part ? `q${id}_${part}` : `q${id}`)

/** Of a questionnaire, in English. */
function listVariables(questionnaire: Questionnaire): Variable[] {
  return listQuestions(questionnaire).flatMap(describe)
}

function describe(question: Question): Variable[] {
  const { id, type } = question
  const one = {
    id,
    part: '',
    question: question.words.en ?? question.code,
    type,
    labels: [] as Label[],
    isMultiple: type === 'choices',
    isNumeric: type === 'rating' || type === 'scale' || type === 'number',
  }
  switch (question.type) {
    case 'multiple-choice':
    case 'choices':
      return [{ ...one, labels: question.options.map(toLabel) }]
    case 'scale':
      return [{ ...one, labels: range(question.from, question.to).map(same) }]
    case 'grid': {
      const labels = question.columns.map(toLabel)
      return question.rows.map((row) => ({
        ...one,
        part: row.code,
        question: `${one.question} ${toLabel(row).label}`,
        labels,
      }))
    }
    default:
      return [{ ...one, labels: labelsOf(type) }]
  }
}

const same = (value: string): Label => ({ value, label: value })
const toLabel = ({ code, words }: { code: string; words: { [language: string]: string } }): Label => ({
  value: code,
  label: words.en ?? code,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => String(from + step))

function labelsOf(type: Variable['type']): Label[] {
  if (type === 'rating') return range(1, 5).map(same)
  return type === 'yes-no' ? ['yes', 'no'].map(same) : []
}

export type Cell = string | number | null
export type Column = {
  name: string
  question: string
  type: Variable['type']
  codes: { code: number; label: string }[]
  /** Null: not answered. */
  read: (row: RespondentRow) => Cell
}

const CHOSEN = [
  { code: 0, label: 'Not chosen' },
  { code: 1, label: 'Chosen' },
]

/** The columns of a variable in a file: one, or one for each of several choices. */
export function listColumns(variable: Variable): Column[] {
  const { question, type, labels, isMultiple, isNumeric } = variable
  const name = nameOf(variable)
  if (isMultiple) {
    return labels.map(({ value, label }) => ({
      type,
      name: `${name}_${value}`,
      question: `${question} ${label}`,
      codes: CHOSEN,
      read: (row) => {
        const chosen = readChosen(variable, row)
        return chosen && Number(chosen.includes(value))
      },
    }))
  }
  const isCoded = labels.length > 0 && !isNumeric
  return [
    {
      type,
      name,
      question,
      codes: isCoded ? labels.map(({ label }, at) => ({ code: at + 1, label })) : [],
      read: (row) => {
        const value = readValue(variable, row)
        if (value === null) return null
        // An answer to an earlier wording has no code and stays words.
        return isCoded ? (codeOf(variable, String(value)) ?? value) : value
      },
    },
  ]
}

/** The place of an answer among those offered, from 1. */
export function codeOf({ labels }: Variable, value: string): number | null {
  const at = labels.findIndex((label) => label.value === value)
  return at < 0 ? null : at + 1
}

/** Which of several answers someone gave. Null: they were not asked, or gave none. */
export function readChosen({ id, part }: Variable, { answers, categories }: RespondentRow): string[] | null {
  if (part === CODED) return categories[id]?.map(String) ?? null
  const answer = answers[id]
  return typeof answer === 'object' && 'choices' in answer ? answer.choices : null
}

/** What someone answered to a question with one answer. */
export function readValue({ id, part }: Variable, { answers }: RespondentRow): string | number | null {
  const answer = answers[id]
  const value = typeof answer === 'object' ? readRow(answer, part) : answer
  return value === undefined || value === '' ? null : value
}

const readRow = (answer: object, part: string): string | undefined =>
  'rows' in answer ? (answer.rows as Record<string, string>)[part] : undefined
