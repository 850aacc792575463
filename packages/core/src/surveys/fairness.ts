import { MEASURED_FROM, type Survey, type SurveyKind } from '@chuma/contract/surveys/surveys'
import { measureChangedSurveys } from '@chuma/db/queries/surveys/survey-results'
import type { Deps } from '../deps.ts'

export type Measured = {
  kind: SurveyKind
  /** Minutes, as staff state them. */
  duration: number
  completeCount: number
  screenOutCount: number
  completeSeconds: number | null
  screenOutSeconds: number | null
}
type Promised = { points: number; screenOutPoints: number; kesPerPoint: number }

/** Under a minute nobody reads the questions: faster medians would promise hours that nobody can earn. */
const SHORTEST_MINUTES = 1

/**
 * Describe what a survey really takes and pays. Stated figures stand in until there are enough measured ones. An hour counts the
 * time of those whom it turns away, and what they get for it.
 */
export function describeFairness(measured: Measured, promised: Promised): Survey['fairness'] {
  const { completeCount, screenOutCount, completeSeconds } = measured
  const endedCount = completeCount + screenOutCount
  const isLengthKnown = completeCount >= MEASURED_FROM && completeSeconds !== null
  const screenOutShare = endedCount >= MEASURED_FROM ? screenOutCount / endedCount : null
  const exactMinutes = isLengthKnown ? Math.max(SHORTEST_MINUTES, completeSeconds / 60) : null
  return {
    measuredCompletes: completeCount,
    minutes: exactMinutes === null ? null : Math.round(exactMinutes),
    screenOutPercent: screenOutShare === null ? null : Math.round(screenOutShare * 100),
    kesPerHour: countHourly(measured, promised, {
      minutes: exactMinutes,
      screenOutShare: screenOutShare ?? 0,
    }),
  }
}

type Found = { minutes: number | null; screenOutShare: number }

function countHourly(
  { kind, duration, screenOutSeconds }: Measured,
  { points, screenOutPoints, kesPerPoint }: Promised,
  { minutes, screenOutShare: share }: Found,
): number | null {
  // Nothing is asked, so there is no time to be paid for.
  if (kind === 'instant') return null
  const completeMinutes = minutes ?? duration
  // Nobody is turned away later than at the end.
  const lostMinutes = Math.min(
    completeMinutes,
    screenOutSeconds === null ? completeMinutes : screenOutSeconds / 60,
  )
  const expectedPoints = (1 - share) * points + share * screenOutPoints
  const expectedMinutes = (1 - share) * completeMinutes + share * lostMinutes
  // Only people who were turned away at once are known: there is no hour to speak of.
  if (expectedMinutes < SHORTEST_MINUTES / 60) return null
  return Math.round((expectedPoints * kesPerPoint * 60) / expectedMinutes)
}

/** Job: measure what members read about surveys before they start. Returns how many were measured. */
export function measureSurveys({ db }: Pick<Deps, 'db'>): Promise<number> {
  return measureChangedSurveys(db)
}
