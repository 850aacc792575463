import * as z from 'zod'
import type { Economy } from './economy.ts'
import { DAILY_REWARDS, type EconomyMeaning } from './explain-economy.ts'

/** Something that costs more than it earns, or two readings that disagree. */
export const economyWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('survey-costs-more'), costKes: z.number(), bringsKes: z.number() }),
  z.object({ code: z.literal('premium-costs-more'), costKes: z.number(), bringsKes: z.number() }),
  /** One reward alone costs more than the premium fee. */
  z.object({
    code: z.literal('reward-costs-more'),
    reward: z.enum(DAILY_REWARDS),
    costKes: z.number(),
    bringsKes: z.number(),
  }),
  z.object({ code: z.literal('referral-costs-more'), costKes: z.number(), bringsKes: z.number() }),
  /** The value of a point in the wallet and on the profile. */
  z.object({ code: z.literal('point-values-differ'), walletKes: z.number(), profileKes: z.number() }),
  /** The minimum withdrawal on the page, in the dashboard's dialog, and in shillings in the wallet. */
  z.object({
    code: z.literal('minimums-differ'),
    pagePoints: z.int(),
    dialogPoints: z.int(),
    walletKes: z.number(),
  }),
  /** The minimum withdrawal is below M-Pesa's minimum. */
  z.object({ code: z.literal('below-mpesa'), minimumKes: z.number(), mpesaMinKes: z.number() }),
  /** All right answers pay more, or less, than a day's quiz may pay. */
  z.object({ code: z.literal('quiz-differs'), answersPoints: z.int(), maxPoints: z.int() }),
])
export type EconomyWarning = z.infer<typeof economyWarning>

export function warnAboutEconomy(economy: Economy, meaning: EconomyMeaning): EconomyWarning[] {
  return [...warnOfCosts(economy, meaning), ...warnOfReadings(economy)]
}

function warnOfCosts(economy: Economy, meaning: EconomyMeaning): EconomyWarning[] {
  const { premiumKesPerMonth: bringsKes } = economy
  const { usdCostKes, usdBringsKes, premiumMonthKes, rewards } = meaning
  const referralKes = economy.referralBonusPoints * economy.kesPerPoint
  const costs: (EconomyWarning & { costKes: number; bringsKes: number })[] = [
    { code: 'survey-costs-more', costKes: usdCostKes, bringsKes: usdBringsKes },
    { code: 'premium-costs-more', costKes: premiumMonthKes, bringsKes },
    ...rewards.map(({ reward, monthKes }) => ({
      code: 'reward-costs-more' as const,
      reward,
      costKes: monthKes,
      bringsKes,
    })),
    { code: 'referral-costs-more', costKes: referralKes, bringsKes },
  ]
  return costs.filter((warning) => warning.costKes > warning.bringsKes)
}

function warnOfReadings(economy: Economy): EconomyWarning[] {
  const { kesPerPoint: walletKes, profileKesPerPoint: profileKes, mpesaMinKes } = economy
  const { minWithdrawalPoints: pagePoints, dialogMinWithdrawalPoints: dialogPoints } = economy
  const minimumKes = pagePoints * walletKes
  const answersPoints = economy.quizPointsPerCorrect * economy.quizQuestionsPerDay
  const { quizMaxPoints: maxPoints } = economy
  const warnings: EconomyWarning[] = []
  if (walletKes !== profileKes) warnings.push({ code: 'point-values-differ', walletKes, profileKes })
  if (pagePoints !== dialogPoints) {
    warnings.push({ code: 'minimums-differ', pagePoints, dialogPoints, walletKes: minimumKes })
  }
  if (minimumKes < mpesaMinKes) warnings.push({ code: 'below-mpesa', minimumKes, mpesaMinKes })
  if (answersPoints !== maxPoints) warnings.push({ code: 'quiz-differs', answersPoints, maxPoints })
  return warnings
}
