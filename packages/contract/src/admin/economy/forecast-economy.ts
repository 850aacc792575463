import type { Economy } from './economy.ts'
import { type DailyTasks, explainEconomy } from './explain-economy.ts'

/** Members and shares are constant for the whole year. Shares are in per cent. */
export type ForecastTerms = {
  freeMembers: number
  premiumMembers: number
  /** The share of the possible daily rewards that these members really earn. */
  freeActivePercent: number
  premiumActivePercent: number
  /** The share of what is owed at the end of a month that is withdrawn then. */
  withdrawnPercent: number
  /** The points owed today. */
  startingPoints: number
}

/** All in shillings. `cost`: earned in the month; `owed`: still owed at its end, from earlier months too. */
export type ForecastMonth = {
  month: number
  income: number
  cost: number
  result: number
  paidOut: number
  owed: number
}

const MONTHS = 12

/** Compare a year of premium fees with the daily rewards. Surveys and offers are left out: partners pay for them. */
export function forecastEconomy(
  economy: Economy,
  tasks: DailyTasks,
  { startingPoints, withdrawnPercent, ...terms }: ForecastTerms,
): ForecastMonth[] {
  const { premiumMonthKes, freeMonthKes } = explainEconomy(economy, tasks)
  const income = terms.premiumMembers * economy.premiumKesPerMonth
  const cost =
    (terms.premiumMembers * terms.premiumActivePercent * premiumMonthKes +
      terms.freeMembers * terms.freeActivePercent * freeMonthKes) /
    100
  const months: ForecastMonth[] = []
  let owed = startingPoints * economy.kesPerPoint
  for (let month = 1; month <= MONTHS; month++) {
    const paidOut = ((owed + cost) * withdrawnPercent) / 100
    owed += cost - paidOut
    months.push({ month, income, cost, result: income - cost, paidOut, owed })
  }
  return months
}
