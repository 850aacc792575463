import * as z from 'zod'
import { refuse } from '../../problems.ts'
import { rewardPoints } from '../../surveys/survey-measures.ts'
import { expectedSpinPoints } from '../../tasks/expected-spin.ts'
import { PREMIUM_TASKS } from '../../tasks/premium-adds.ts'
import { isPremiumKind, PAID_TASK_KINDS, type PremiumKind, TASK_RULES } from '../../tasks/task-kinds.ts'
import type { Economy } from './economy.ts'
import { defaultEconomy } from './economy-defaults.ts'

export type AssumptionUnit = 'percent' | 'kes' | 'usd' | 'perMonth' | 'members'
type Assumption = { unit: AssumptionUnit; default: number; min: number; max: number; isWhole?: true }

const percent = (value: number, { min = 0, max = 100 } = {}) =>
  ({ unit: 'percent', default: value, min, max }) as const
/** How often a member does something in a month. */
const perMonth = (value: number, max: number) => ({ unit: 'perMonth', default: value, min: 0, max }) as const
const kes = (value: number, max = 10_000) => ({ unit: 'kes', default: value, min: 0, max }) as const
const price = (value: number) =>
  ({ unit: 'kes', default: value, min: 1, max: 10_000_000, isWhole: true }) as const
const DAYS_A_MONTH = 30

type ProjectedTask = (typeof PREMIUM_TASKS)[PremiumKind]
/** In the order of the kinds. Tasks that are open to everyone are not part of a projection. */
export const PROJECTED_TASKS = PAID_TASK_KINDS.filter(isPremiumKind).map((kind) => ({
  range: TASK_RULES[kind].range,
  ...PREMIUM_TASKS[kind],
}))
const assumeEach = <Name extends string>(make: (task: ProjectedTask) => readonly [Name, Assumption]) =>
  Object.fromEntries(PROJECTED_TASKS.map(make)) as Record<Name, Assumption>

/**
 * What the sustainable preset and every projection are computed from. The screens give the name and the source of each in
 * the reader's language. The figures of use are estimates: an owner replaces them with their own analytics.
 */
export const ASSUMPTIONS = {
  payoutSharePercent: percent(60, { min: 1 }),
  surveyUsd: { unit: 'usd', default: 0.8, min: 0.01, max: 10_000 },
  kesPerUsd: { unit: 'kes', default: defaultEconomy.kesPerUsd, min: 1, max: 1_000_000 },
  freeSurveys: perMonth(3, 1000),
  premiumSurveys: perMonth(5, 1000),

  premiumKesPerMonth: price(defaultEconomy.premiumKesPerMonth),
  premiumSharePercent: percent(5),

  freeLogins: perMonth(10, DAYS_A_MONTH),
  premiumLogins: perMonth(22, DAYS_A_MONTH),
  premiumSpins: perMonth(18, DAYS_A_MONTH),
  premiumQuizzes: perMonth(15, DAYS_A_MONTH),
  quizCorrectPercent: percent(60),
  ...assumeEach(({ times: [name, usual] }) => [name, perMonth(usual, 10_000)]),
  profileGroups: perMonth(0.25, 10),

  ...assumeEach(({ incomeKes: [name, each] }) => [name, kes(each)]),

  minimumWithdrawalKes: { ...price(100), max: 1_000_000 },
  payoutChargePercent: percent(3),
  withdrawnPercent: percent(60),
  breakagePercent: percent(10),

  marginPercent: percent(20, { max: 90 }),
  startingMembers: { unit: 'members', default: 1000, min: 0, max: 100_000_000, isWhole: true },
  slowGrowthPercent: percent(0, { min: -50 }),
  mediumGrowthPercent: percent(5, { min: -50 }),
  fastGrowthPercent: percent(15, { min: -50 }),
} as const satisfies Record<string, Assumption>

export type AssumptionName = keyof typeof ASSUMPTIONS
export const ASSUMPTION_NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[]
export type EconomyAssumptions = { [Name in AssumptionName]: number }

type Numbers<Field> = { [Name in AssumptionName]: Field }
const forEach = <Field>(make: (assumption: Assumption) => Field) =>
  Object.fromEntries(ASSUMPTION_NAMES.map((name) => [name, make(ASSUMPTIONS[name])])) as Numbers<Field>

const bounded = (field: z.ZodNumber, { min, max, isWhole }: Assumption) => {
  const inside = field.min(min).max(max)
  return isWhole ? inside.int() : inside.multipleOf(0.01, refuse('TOO_MANY_DECIMALS'))
}

export const economyAssumptions = z.strictObject(forEach((assumption) => bounded(z.number(), assumption)))

/** Those given replace the stored ones, or the defaults. From a query string too. */
export const economyAssumptionsInput = z.strictObject(
  forEach((assumption) => bounded(z.coerce.number() as unknown as z.ZodNumber, assumption).optional()),
)
export type EconomyAssumptionsInput = z.infer<typeof economyAssumptionsInput>

export const defaultAssumptions: EconomyAssumptions = forEach(({ default: value }) => value)

export const MONEY_SOURCES = [
  'fee',
  'surveys',
  'login',
  'wheel',
  'quiz',
  ...PROJECTED_TASKS.map(({ source }) => source),
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
  const tasks = Object.fromEntries(
    PROJECTED_TASKS.map(({ source, range, times, incomeKes }) => [
      source,
      reward(middle(economy[range]), assumptions[times[0]], assumptions[incomeKes[0]]),
    ]),
  ) as Record<ProjectedTask['source'], Flow>
  const flows: Record<MoneySource, Flow> = {
    fee: { incomeKes: economy.premiumKesPerMonth, earnedKes: 0 },
    surveys: surveys(economy, assumptions, assumptions.premiumSurveys),
    login: logins(economy, assumptions.premiumLogins),
    wheel: isSpinOpen ? reward(expectedSpinPoints(economy.spinTable), assumptions.premiumSpins) : NOTHING,
    quiz: isQuizOpen ? reward(quizPoints, assumptions.premiumQuizzes) : NOTHING,
    ...tasks,
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

export const GROWTHS = ['slow', 'medium', 'fast'] as const
export type Growth = (typeof GROWTHS)[number]
const MONTHS = 12

/** In shillings. `owedKes`: what members' points are worth at the end of the month. */
export const projectedMonth = z.object({
  month: z.int(),
  members: z.number(),
  marginKes: z.number(),
  owedKes: z.number(),
})
export type ProjectedMonth = z.infer<typeof projectedMonth>

export const economyProjection = z.object({
  member: memberProjection,
  years: z.array(
    z.object({
      growth: z.enum(GROWTHS),
      percentPerMonth: z.number(),
      months: z.array(projectedMonth),
      /** The sum of the year. */
      marginKes: z.number(),
      owedKes: z.number(),
    }),
  ),
})
export type EconomyProjection = z.infer<typeof economyProjection>

/** Project an economy record under assumptions, from the points that are owed today: one member, and twelve months. */
export function projectEconomy(economy: Economy, assumptions: EconomyAssumptions, owedPoints: number) {
  const member = projectMember(economy, assumptions)
  const rates: Record<Growth, number> = {
    slow: assumptions.slowGrowthPercent,
    medium: assumptions.mediumGrowthPercent,
    fast: assumptions.fastGrowthPercent,
  }
  const years = GROWTHS.map((growth) => {
    const months = projectMonths(assumptions, {
      percentPerMonth: rates[growth],
      earnedKes: member.average.earnedKes,
      marginKes: member.average.marginKes,
      owedKes: owedPoints * economy.kesPerPoint,
    })
    return {
      growth,
      percentPerMonth: rates[growth],
      months,
      marginKes: months.reduce((sum, { marginKes }) => sum + marginKes, 0),
      owedKes: months.at(-1)?.owedKes ?? 0,
    }
  })
  return { member, years }
}

/** What one member earns and leaves in a month, and what is owed at the start. */
type Start = { percentPerMonth: number; earnedKes: number; marginKes: number; owedKes: number }

function projectMonths(
  { startingMembers, withdrawnPercent, breakagePercent }: EconomyAssumptions,
  { percentPerMonth, earnedKes, marginKes, owedKes }: Start,
): ProjectedMonth[] {
  const forgottenShare = breakagePercent / 100
  // Points that nobody withdraws stay owed: the ledger never erases them.
  let forgotten = owedKes * forgottenShare
  let wanted = owedKes - forgotten
  return Array.from({ length: MONTHS }, (_, index) => {
    const members = startingMembers * (1 + percentPerMonth / 100) ** index
    forgotten += members * earnedKes * forgottenShare
    wanted = (wanted + members * earnedKes * (1 - forgottenShare)) * (1 - withdrawnPercent / 100)
    return { month: index + 1, members, marginKes: members * marginKes, owedKes: wanted + forgotten }
  })
}

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

/** The daily offer besides games: the points of all active videos, and of all active advertisements. */
export const dailyTasks = z.object({ videoPoints: z.int(), adPoints: z.int() })
export type DailyTasks = z.infer<typeof dailyTasks>

export const DAILY_REWARDS = ['login', 'streak', 'wheel', 'quiz', 'videos', 'ads'] as const
type DailyReward = (typeof DAILY_REWARDS)[number]

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
