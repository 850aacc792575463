import type { Audience, CountAudienceInput } from '@chuma/contract/surveys/eligibility/eligibility'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import {
  chooseSlice,
  countReached,
  countReachedBy,
  getResponse,
} from '@chuma/db/queries/surveys/eligibility/audience'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** `isRaw`: the reader may see counts of fewer than five. */
type Reader = { isRaw: boolean }
type Members = Audience['active']

/**
 * Count the active members whom a rule fits, and estimate how many would complete the survey in a day. With many members the
 * counts are estimates from a random share of them, with their interval.
 * @throws AppError SURVEY_NOT_FOUND
 */
export async function countAudience(
  { db }: Pick<Deps, 'db'>,
  { isRaw }: Reader,
  { id: surveyId, rule, by }: CountAudienceInput,
): Promise<Audience> {
  if (!(await findOffer(db, surveyId))) throw new AppError('SURVEY_NOT_FOUND')
  const slice = await chooseSlice(db)
  const asked = { slice, surveyId, rule }
  const { active, reached } = await countReached(db, asked)
  const cells = by === undefined ? [] : await countReachedBy(db, asked, by)
  const { surveyDays, ...basis } = await getResponse(db)
  const show = (count: number) =>
    isRaw || count === 0 || count >= SMALLEST_CELL ? estimate(count, slice.share) : null
  const shown = show(reached)
  return {
    active: estimate(active, slice.share),
    reached: shown,
    isEstimate: slice.share < 1,
    cells: cells.map(({ code, count }) => ({ code, members: show(count) })),
    basis,
    // As many of those reached as of all active members complete a survey on a day on which it is open.
    completesPerDay:
      shown === null || basis.completed === 0 || active === 0
        ? null
        : round((basis.completed / surveyDays) * (reached / active)),
    warning: rule === undefined ? null : warn(active, reached),
  }
}

function warn(active: number, reached: number): Audience['warning'] {
  if (reached === 0) return 'nobody'
  return reached === active ? 'everybody' : null
}

/** Project a count among a random share, with the 95 % interval of a Poisson count (score method). */
function estimate(count: number, share: number): Members {
  if (share === 1) return { members: count, low: count, high: count }
  const middle = count + 1.92
  const half = 1.96 * Math.sqrt(count + 0.96)
  return {
    members: Math.round(count / share),
    low: Math.max(count, Math.floor((middle - half) / share)),
    high: Math.ceil((middle + half) / share),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
