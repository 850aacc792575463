import * as z from 'zod'
import { rewardPoints } from '../../surveys/reward-points.ts'
import { expectedSpinPoints } from '../../tasks/expected-spin.ts'
import type { Economy } from './economy.ts'

/** The daily offer besides games: the points of all active videos, and of all active advertisements. */
export const dailyTasks = z.object({ videoPoints: z.int(), adPoints: z.int() })
export type DailyTasks = z.infer<typeof dailyTasks>

export const DAILY_REWARDS = ['login', 'streak', 'wheel', 'quiz', 'videos', 'ads'] as const
export type DailyReward = (typeof DAILY_REWARDS)[number]
const DAYS_A_MONTH = 30

/** The consequences of the numbers, in withdrawable shillings. A month has 30 days. */
export const economyMeaning = z.object({
  /** A survey that pays us one dollar: the member's part, the income, and the margin. */
  usdCostKes: z.number(),
  usdBringsKes: z.number(),
  usdMarginKes: z.number(),
  /** The average of a spin. */
  spinPoints: z.number(),
  /** For a premium member who earns everything possible every day. */
  rewards: z.array(z.object({ reward: z.enum(DAILY_REWARDS), points: z.number(), monthKes: z.number() })),
  premiumDayKes: z.number(),
  premiumMonthKes: z.number(),
  /** The fee less the maximum rewards. */
  premiumMarginKes: z.number(),
  /** For a free member, who claims the daily login every day. */
  freeDayKes: z.number(),
  freeMonthKes: z.number(),
})
export type EconomyMeaning = z.infer<typeof economyMeaning>

/** Calculate a day within a streak: bonus included, the best possible quiz, and an average spin. */
export function explainEconomy(economy: Economy, tasks: DailyTasks): EconomyMeaning {
  const { kesPerPoint, kesPerUsd, pointsPerUsd, premiumKesPerMonth } = economy
  const points = listDailyPoints(economy, tasks)
  const sumOf = (rewards: readonly DailyReward[]) => rewards.reduce((sum, reward) => sum + points[reward], 0)
  const usdCostKes = rewardPoints(1, pointsPerUsd) * kesPerPoint
  const premiumDayKes = sumOf(DAILY_REWARDS) * kesPerPoint
  const freeDayKes = sumOf(['login', 'streak']) * kesPerPoint
  return {
    usdCostKes,
    usdBringsKes: kesPerUsd,
    usdMarginKes: kesPerUsd - usdCostKes,
    spinPoints: expectedSpinPoints(economy.spinTable),
    rewards: DAILY_REWARDS.map((reward) => ({
      reward,
      points: points[reward],
      monthKes: points[reward] * kesPerPoint * DAYS_A_MONTH,
    })),
    premiumDayKes,
    premiumMonthKes: premiumDayKes * DAYS_A_MONTH,
    premiumMarginKes: premiumKesPerMonth - premiumDayKes * DAYS_A_MONTH,
    freeDayKes,
    freeMonthKes: freeDayKes * DAYS_A_MONTH,
  }
}

function listDailyPoints(economy: Economy, tasks: DailyTasks): Record<DailyReward, number> {
  const { quizMaxPoints, quizPointsPerCorrect, quizQuestionsPerDay } = economy
  return {
    login: economy.dailyLoginPoints,
    streak: economy.streakBonusPoints,
    wheel: economy.isSpinOpen ? expectedSpinPoints(economy.spinTable) : 0,
    quiz: economy.isQuizOpen ? Math.min(quizMaxPoints, quizPointsPerCorrect * quizQuestionsPerDay) : 0,
    videos: tasks.videoPoints,
    ads: tasks.adPoints,
  }
}
