import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { ListOffersInput, surveyOffer } from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import { listOffers } from '@chuma/db/queries/surveys/survey-offers'
import type { Deps } from '../../deps.ts'

/** The offers of a filter, each with what became of it and what a member would get who begins it now. */
export async function listAllOffers(
  deps: Deps,
  input: ListOffersInput,
): Promise<Answer<typeof surveyOffer>[]> {
  const [{ pointsPerUsd }, rows] = await Promise.all([deps.economy(), listOffers(deps.db, input)])
  return rows.map((row) => ({ ...row, rewardPoints: rewardPoints(row.reward, pointsPerUsd) }))
}
