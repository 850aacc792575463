import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import {
  countRespondents,
  type RespondentRow,
  type Respondents,
  type StoredRow,
} from '@chuma/db/queries/surveys/respondents'
import { countPaces } from '@chuma/db/queries/surveys/survey-results'
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
export function coarsen(
  periods: readonly Period[],
  { isAccepted, day, seconds, ...row }: StoredRow,
): RespondentRow {
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
