import type { SurveySummary } from '@chuma/contract/surveys/survey-offers'
import { getOfferTotals } from '@chuma/db/queries/surveys/survey-offers'
import type { Deps } from '../../deps.ts'

/** All offers in four figures, deleted ones left out, and what their payouts are reckoned with. */
export async function getSurveySummary(deps: Deps): Promise<SurveySummary> {
  const [{ pointsPerUsd }, totals] = await Promise.all([deps.economy(), getOfferTotals(deps.db)])
  return { ...totals, pointsPerUsd }
}
