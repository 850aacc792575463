import * as z from 'zod'
import { rewardPoints } from '../../surveys/reward-points.ts'
import { expectedSpinPoints } from '../../tasks/expected-spin.ts'
import type { Economy } from './economy.ts'
import type { EconomyAssumptions } from './economy-assumptions.ts'

export const MONEY_SOURCES = [
  'fee',
  'surveys',
  'login',
  'wheel',
  'quiz',
  'videos',
  'ads',
  'social',
  'profile',
] as const
export type MoneySource = (typeof MONEY_SOURCES)[number]

/** One member for one month, in shillings. */
export const memberMonth = z.object({
  incomeKes: z.number(),
  /** What the points cost in the end: less what nobody withdraws, plus the charges of the payouts. */
  costKes: z.number(),
  marginKes: z.number(),
  /** The value of the points earned, before breakage and charges. */
  earnedKes: z.number(),
  lines: z.array(z.object({ source: z.enum(MONEY_SOURCES), incomeKes: z.number(), costKes: z.number() })),
})
export type MemberMonth = z.infer<typeof memberMonth>

/** `average`: free and premium members in the assumed proportion. */
export const memberProjection = z.object({
  free: memberMonth,
  premium: memberMonth,
  average: memberMonth,
})
export type MemberProjection = z.infer<typeof memberProjection>

type Flow = { incomeKes: number; earnedKes: number }

/** Project what a member brings in and costs in a month. Referral bonuses and micro-jobs are not part of it. */
export function projectMember(economy: Economy, assumptions: EconomyAssumptions): MemberProjection {
  const { premiumSharePercent } = assumptions
  const free = listFreeFlows(economy, assumptions)
  const premium = listPremiumFlows(economy, assumptions)
  const share = premiumSharePercent / 100
  const average = (source: MoneySource): Flow => ({
    incomeKes: free(source).incomeKes * (1 - share) + premium(source).incomeKes * share,
    earnedKes: free(source).earnedKes * (1 - share) + premium(source).earnedKes * share,
  })
  return {
    free: sumUp(free, assumptions),
    premium: sumUp(premium, assumptions),
    average: sumUp(average, assumptions),
  }
}

const NOTHING: Flow = { incomeKes: 0, earnedKes: 0 }

function listFreeFlows(economy: Economy, { freeSurveys, freeLogins, ...assumptions }: EconomyAssumptions) {
  const flows: Partial<Record<MoneySource, Flow>> = {
    surveys: surveys(economy, assumptions, freeSurveys),
    login: logins(economy, freeLogins),
    profile: profileGroups(economy, assumptions.profileGroups),
  }
  return (source: MoneySource) => flows[source] ?? NOTHING
}

function listPremiumFlows(economy: Economy, assumptions: EconomyAssumptions) {
  const { kesPerPoint, isSpinOpen, isQuizOpen, quizMaxPoints } = economy
  const reward = (points: number, times: number, incomeKes = 0): Flow => ({
    incomeKes: incomeKes * times,
    earnedKes: points * times * kesPerPoint,
  })
  const correct = (economy.quizQuestionsPerDay * assumptions.quizCorrectPercent) / 100
  const quizPoints = Math.min(quizMaxPoints, economy.quizPointsPerCorrect * correct)
  const flows: Record<MoneySource, Flow> = {
    fee: { incomeKes: economy.premiumKesPerMonth, earnedKes: 0 },
    surveys: surveys(economy, assumptions, assumptions.premiumSurveys),
    login: logins(economy, assumptions.premiumLogins),
    wheel: isSpinOpen ? reward(expectedSpinPoints(economy.spinTable), assumptions.premiumSpins) : NOTHING,
    quiz: isQuizOpen ? reward(quizPoints, assumptions.premiumQuizzes) : NOTHING,
    videos: reward(middle(economy.videoPoints), assumptions.premiumVideos, assumptions.videoKes),
    ads: reward(middle(economy.adPoints), assumptions.premiumAds, assumptions.adKes),
    social: reward(middle(economy.socialPoints), assumptions.premiumSocial, assumptions.socialKes),
    profile: profileGroups(economy, assumptions.profileGroups),
  }
  return (source: MoneySource) => flows[source]
}

type SurveyTerms = Pick<EconomyAssumptions, 'surveyUsd' | 'kesPerUsd'>

const surveys = (economy: Economy, { surveyUsd, kesPerUsd }: SurveyTerms, times: number): Flow => ({
  incomeKes: surveyUsd * kesPerUsd * times,
  earnedKes: rewardPoints(surveyUsd, economy.pointsPerUsd) * economy.kesPerPoint * times,
})

// Counts the streak bonus at every login: the cautious reading.
const logins = ({ dailyLoginPoints, streakBonusPoints, kesPerPoint }: Economy, times: number): Flow => ({
  incomeKes: 0,
  earnedKes: (dailyLoginPoints + streakBonusPoints) * kesPerPoint * times,
})

const profileGroups = ({ profileGroupPoints, kesPerPoint }: Economy, times: number): Flow => ({
  incomeKes: 0,
  earnedKes: profileGroupPoints * kesPerPoint * times,
})

const middle = ({ min, max }: { min: number; max: number }) => (min + max) / 2

function sumUp(
  flowOf: (source: MoneySource) => Flow,
  { breakagePercent, payoutChargePercent }: EconomyAssumptions,
): MemberMonth {
  const paid = (1 - breakagePercent / 100) * (1 + payoutChargePercent / 100)
  const flows = MONEY_SOURCES.map((source) => ({ source, ...flowOf(source) }))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const incomeKes = sum(flows.map((flow) => flow.incomeKes))
  const earnedKes = sum(flows.map((flow) => flow.earnedKes))
  const costKes = earnedKes * paid
  return {
    incomeKes,
    costKes,
    marginKes: incomeKes - costKes,
    earnedKes,
    lines: flows.map((flow) => ({
      source: flow.source,
      incomeKes: flow.incomeKes,
      costKes: flow.earnedKes * paid,
    })),
  }
}
