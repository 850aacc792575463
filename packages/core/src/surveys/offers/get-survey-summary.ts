import type { SurveySummary } from '@chuma/contract/surveys/survey-offers'
import { getOfferTotals } from '@chuma/db/queries/surveys/survey-offers'
import type { Deps } from '../../deps.ts'

/** Summarise all surveys except deleted ones in four figures, with the rate of their payouts. */
export async function getSurveySummary(deps: Deps): Promise<SurveySummary> {
  const [{ pointsPerUsd }, totals] = await Promise.all([deps.economy(), getOfferTotals(deps.db)])
  return { ...totals, pointsPerUsd }
}
