import { withRows } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import { listCategories } from '@chuma/db/queries/surveys/categories'
import { getQuestionnaire, listVersions } from '@chuma/db/queries/surveys/questionnaires'
import {
  type Aliases,
  countRespondents,
  type Respondents,
  type StoredRow,
} from '@chuma/db/queries/surveys/respondents'
import { findOffer, listEarlierQuestions } from '@chuma/db/queries/surveys/survey-offers'
import { countPaces } from '@chuma/db/queries/surveys/survey-results'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { fromList } from '../questionnaire/plain-list.ts'
import { questionsOf } from '../questions.ts'
import { readProfileFilter, toTraits } from './groups/groups.ts'
import { isSmall } from './suppress.ts'
import { type Asked, CODED, isContinued, listVariables, type Variable, withCategories } from './variables.ts'

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
  if (!period) return { ...row, day: null, lastDay: null, seconds: null }
  const band = period.bands.findLast((from) => from <= seconds) ?? period.bands[0] ?? null
  return { ...row, day: period.from, lastDay: period.to, seconds: band }
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
  /** Empty: it is not one of a series. */
  series: string
  variables: Variable[]
  /** Of its questionnaire, newest first; none if it asks a plain list. 0: the list that it asked before, if enough people answered it. */
  versions: number[]
  /** Whose answers are counted. Null: the plain list's. */
  version: number | null | 'all'
  /** All whose answers are counted together. */
  parts: (number | null)[]
}

/**
 * Load what a survey asks: all versions of its questionnaire with the plain list that became the first, or one of these.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE if it asks nothing itself; INVALID_INPUT for an unknown version
 */
export async function readSurvey(
  db: Db,
  { id, version: wanted }: { id: string; version?: number | undefined },
): Promise<ReadSurvey> {
  const offer = orRefuse(await findOffer(db, id), 'SURVEY_NOT_FOUND')
  const published = (await listVersions(db, id)).map(({ version }) => version)
  const listed = published.length > 0 ? await countListAnswers(db, id) : 0
  // A group that is too small to be counted is not offered.
  const versions = listed >= SMALLEST_CELL ? [...published, 0] : published
  if (wanted !== undefined && !versions.includes(wanted))
    throw invalidField('version', 'NOT_AN_OPTION', { options: versions.map(String) })
  const list: Asked = { version: null, questionnaire: fromList(questionsOf(offer)) }
  const lists = (await listEarlierQuestions(db, id)).map(
    (questions): Asked => ({ version: null, questionnaire: fromList(questions) }),
  )
  lists.push(list)
  const written: Asked[] = []
  for (const version of published.toReversed())
    written.push({ version, questionnaire: withRows(await getQuestionnaire(db, id, version)) })
  const isFirst = written[0] === undefined || isContinued(list, written[0])
  const asked = isFirst ? [...lists, ...written] : written
  const chosen =
    wanted === undefined
      ? asked.filter(({ version }) => version !== null || listed > 0 || published.length === 0)
      : wanted === 0
        ? lists
        : written.filter(({ version }) => version === wanted)
  const all = isFirst || wanted !== 0 ? asked : lists
  const asks = listVariables(all, chosen)
  if (asks.length === 0) throw new AppError('RESULTS_ELSEWHERE')
  const [only, ...others] = new Set(chosen.map(({ version }) => version))
  return {
    title: offer.title,
    series: offer.series,
    variables: withCategories(asks, await listCategories(db, id)),
    versions,
    version: only !== undefined && others.length === 0 ? only : 'all',
    parts: [...new Set(all.map(({ version }) => version))],
  }
}

function countListAnswers(db: Db, surveyId: string): Promise<number> {
  const everyone = { from: undefined, to: undefined, quality: 'accepted', who: undefined } as const
  return countRespondents(db, { surveyId, version: null, ...everyone })
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
  const own = variables.filter((one) => one.id === id)
  const asked = own.find(({ part }) => part === '')
  const found =
    kind === 'open'
      ? own.find(({ type }) => type === 'text')
      : kind === 'closed' && asked?.type === 'text'
        ? (own.find(({ part }) => part === CODED) ?? asked)
        : asked
  const isOpen = found?.type === 'text'
  const fits =
    kind === 'open' ? isOpen : !isOpen && !(kind === 'single' && (found?.isMultiple || isFree(found)))
  if (!found || !fits) throw invalidField(field, 'SURVEY_QUESTION_UNKNOWN')
  return found
}

const isFree = (variable: Variable | undefined) =>
  variable?.type === 'number' || variable?.labels.length === 0

export function toRespondents(survey: Pick<ReadSurvey, 'variables' | 'version'>, filter: Filter) {
  const { id: surveyId, from, to, quality, who, profile } = filter
  const [, number = '', answer = ''] = /^(\d+)=([\s\S]*)$/.exec(who ?? '') ?? []
  if (who !== undefined) requireVariable(survey, { id: Number(number), field: 'who', kind: 'single' })
  const aliases = listAliases(survey)
  return {
    surveyId,
    version: survey.version,
    from,
    to,
    quality,
    who:
      who === undefined
        ? undefined
        : { questionId: Number(number), answer: aliases[Number(number)]?.[answer] ?? answer },
    traits: profile === undefined ? undefined : toTraits(readProfileFilter(profile)),
    aliases,
  }
}

const listAliases = ({ variables }: Pick<ReadSurvey, 'variables'>): Aliases =>
  Object.fromEntries(variables.flatMap(({ id, aliases }) => (aliases ? [[id, aliases]] : [])))
