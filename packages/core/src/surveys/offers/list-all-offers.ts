import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { ListOffersInput, surveyOffer } from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import { listOffers } from '@chuma/db/queries/surveys/survey-offers'
import type { Deps } from '../../deps.ts'

/** List surveys that match a filter, each with its results and the points of a member who starts it now. */
export async function listAllOffers(
  deps: Deps,
  input: ListOffersInput,
): Promise<Answer<typeof surveyOffer>[]> {
  const [{ pointsPerUsd }, rows] = await Promise.all([deps.economy(), listOffers(deps.db, input)])
  return rows.map((row) => ({ ...row, rewardPoints: rewardPoints(row.reward, pointsPerUsd) }))
}
