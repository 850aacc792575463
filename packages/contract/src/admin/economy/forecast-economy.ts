import type { Economy } from './economy.ts'
import { type DailyTasks, explainEconomy } from './explain-economy.ts'

/** Members and shares stay what they are for the whole year. Shares are in per cent. */
export type ForecastTerms = {
  freeMembers: number
  premiumMembers: number
  /** How much of what a member of that kind can take every day he does take. */
  freeActivePercent: number
  premiumActivePercent: number
  /** How much of what is owed at the end of a month is withdrawn then. */
  withdrawnPercent: number
  /** What is owed today. */
  startingPoints: number
}

/** All in shillings. `cost`: what members earned in the month; `owed`: what is left of it, and of before, at its end. */
export type ForecastMonth = {
  month: number
  income: number
  cost: number
  result: number
  paidOut: number
  owed: number
}

const MONTHS = 12

/** A year of premium fees against the daily rewards. Surveys and offers stand aside: their partners pay for them. */
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
