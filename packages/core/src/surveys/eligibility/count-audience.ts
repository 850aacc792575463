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
import { estimateMembers } from './estimate-members.ts'

/** `isRaw`: the reader may see counts of fewer than five. */
type Reader = { isRaw: boolean }

/**
 * Count the active members whom a rule fits, and estimate how many would complete the survey in a day. With many members the
 * counts are estimates from a random share of them, with their interval.
 * @throws AppError SURVEY_NOT_FOUND
 */
export async function countAudience(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { isRaw }: Reader,
  { id: surveyId, rule, by }: CountAudienceInput,
): Promise<Audience> {
  const offer = await findOffer(db, surveyId)
  if (!offer) throw new AppError('SURVEY_NOT_FOUND')
  const { minimumAudience } = await economy()
  const slice = await chooseSlice(db)
  const asked = { slice, country: offer.country, rule }
  const { active, reached } = await countReached(db, asked)
  const cells = by === undefined ? [] : await countReachedBy(db, asked, by)
  const { surveyDays, ...basis } = await getResponse(db)
  const show = (count: number) =>
    isRaw || count === 0 || count >= SMALLEST_CELL ? estimateMembers(count, slice.share) : null
  const shown = show(reached)
  return {
    active: estimateMembers(active, slice.share),
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
    second:
      rule !== undefined && estimateMembers(reached, slice.share).low < minimumAudience
        ? { below: minimumAudience, isCertain: slice.share === 1 }
        : null,
  }
}

function warn(active: number, reached: number): Audience['warning'] {
  if (reached === 0) return 'nobody'
  return reached === active ? 'everybody' : null
}

const round = (value: number) => Math.round(value * 10) / 10
