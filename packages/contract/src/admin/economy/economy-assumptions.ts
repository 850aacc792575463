import * as z from 'zod'
import { refuse } from '../../problems.ts'
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
  premiumVideos: perMonth(40, 10_000),
  premiumAds: perMonth(60, 10_000),
  premiumSocial: perMonth(4, 10_000),
  profileGroups: perMonth(0.25, 10),

  videoKes: kes(4),
  adKes: kes(3),
  socialKes: kes(12),

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
