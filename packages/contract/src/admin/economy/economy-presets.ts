import * as z from 'zod'
import { anyJson, prose, timestamp } from '../../fields.ts'
import { refuse } from '../../problems.ts'
import { isPremiumKind, PAID_TASK_KINDS, TASK_RULES } from '../../tasks/task-kinds.ts'
import { type Economy, economy } from './economy.ts'
import { defaultEconomy, type EconomyField, listEconomyChanges } from './economy-defaults.ts'
import {
  DAILY_REWARDS,
  dailyTasks,
  type EconomyAssumptions,
  type EconomyMeaning,
  economyAssumptions,
  economyMeaning,
  economyProjection,
  projectEconomy,
  projectMember,
} from './project-economy.ts'
import { TASK_RANGE_FIELDS, type TaskRange } from './task-ranges.ts'

const ECONOMY_PRESETS = ['specified', 'sustainable'] as const

/** `own`: the numbers that the record holds already. */
export const ECONOMY_CHOICES = [...ECONOMY_PRESETS, 'own'] as const
export type EconomyChoice = (typeof ECONOMY_CHOICES)[number]

/** The fields that a preset sets. Limits, times, tax and switches stay as they are. */
export const PRESET_FIELDS = [
  'kesPerPoint',
  'profileKesPerPoint',
  'minWithdrawalPoints',
  'dialogMinWithdrawalPoints',
  'pointsPerUsd',
  'kesPerUsd',
  'dailyLoginPoints',
  'streakBonusPoints',
  'dailyGoalPoints',
  'spinTable',
  'quizPointsPerCorrect',
  'quizQuestionsPerDay',
  'quizMaxPoints',
  ...TASK_RANGE_FIELDS,
  'profileGroupPoints',
  'premiumKesPerMonth',
  'referralBonusPoints',
] as const satisfies readonly EconomyField[]
type PresetNumbers = Pick<Economy, (typeof PRESET_FIELDS)[number]>

/** Replace the fields of `record` that the choice sets. */
export function applyEconomyPreset(record: Economy, choice: EconomyChoice, assumptions: EconomyAssumptions) {
  if (choice === 'own') return record
  const specified = { ...record, ...SPECIFIED, kesPerUsd: assumptions.kesPerUsd }
  return choice === 'specified' ? specified : { ...specified, ...sustainNumbers(specified, assumptions) }
}

const defaults = economy.parse(defaultEconomy)
const SPECIFIED = Object.fromEntries(PRESET_FIELDS.map((field) => [field, defaults[field]])) as PresetNumbers

/** The least value of a point, and the finest step for a reward: M-Pesa and the ledger know no cents. */
const KES_PER_POINT = 1
/** A micro-job's maximum has to stay a valid field of the record. */
const MAX_STEPS = 10_000

/**
 * Calculate the numbers that leave the wanted margin. Points are whole, so rewards move in steps: one step is the specified
 * rewards divided by their greatest common divisor. Every multiple of it keeps all ratios exactly.
 */
function sustainNumbers(specified: Economy, assumptions: EconomyAssumptions): Partial<PresetNumbers> {
  const { payoutSharePercent, kesPerUsd, minimumWithdrawalKes, premiumKesPerMonth } = assumptions
  const minimum = Math.ceil(minimumWithdrawalKes / KES_PER_POINT)
  const terms = {
    kesPerPoint: KES_PER_POINT,
    profileKesPerPoint: KES_PER_POINT,
    minWithdrawalPoints: minimum,
    dialogMinWithdrawalPoints: minimum,
    // A dollar of revenue × share = points × value of a point.
    pointsPerUsd: inHundredths((kesPerUsd * payoutSharePercent) / 100 / KES_PER_POINT),
    premiumKesPerMonth,
  }
  const oneStep = { ...specified, ...terms, ...stepRewards(1) }
  const { incomeKes, lines } = projectMember(oneStep, assumptions).average
  const surveyKes = lines.find(({ source }) => source === 'surveys')?.costKes ?? 0
  const stepKes = lines.reduce((sum, { costKes }) => sum + costKes, 0) - surveyKes
  const spendKes = incomeKes * (1 - assumptions.marginPercent / 100) - surveyKes
  const steps = stepKes > 0 ? Math.floor(spendKes / stepKes) : SPECIFIED_STEPS
  return { ...terms, ...stepRewards(Math.min(Math.max(steps, 1), MAX_STEPS)) }
}

/** The specified rewards × `steps` ÷ their greatest common divisor. */
function stepRewards(steps: number) {
  const scale = (points: number) => (points / SPECIFIED_STEPS) * steps
  const { spinTable } = defaultEconomy
  const ranges = PAID_TASK_KINDS.map((kind) => {
    const { range, points } = TASK_RULES[kind]
    // The least of a free kind only bounds what staff enter: it stays.
    return [range, { min: isPremiumKind(kind) ? scale(points.min) : points.min, max: scale(points.max) }]
  })
  return {
    dailyLoginPoints: scale(defaultEconomy.dailyLoginPoints),
    spinTable: spinTable.map(({ points, weight }) => ({ points: scale(points), weight })),
    quizPointsPerCorrect: scale(defaultEconomy.quizPointsPerCorrect),
    quizMaxPoints: scale(defaultEconomy.quizMaxPoints),
    ...(Object.fromEntries(ranges) as Pick<Economy, TaskRange>),
    profileGroupPoints: scale(defaultEconomy.profileGroupPoints),
  }
}

/** The greatest common divisor of all specified rewards: this number of steps gives the specified points. */
const SPECIFIED_STEPS = [
  defaultEconomy.dailyLoginPoints,
  ...defaultEconomy.spinTable.map(({ points }) => points),
  defaultEconomy.quizPointsPerCorrect,
  defaultEconomy.quizMaxPoints,
  ...PAID_TASK_KINDS.flatMap((kind) => {
    const { min, max } = TASK_RULES[kind].points
    return isPremiumKind(kind) ? [min, max] : [max]
  }),
  defaultEconomy.profileGroupPoints,
].reduce(commonDivisor, 0)

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}

const inHundredths = (value: number) => Math.max(Math.round(value * 100) / 100, 0.01)

/** `loss`: members cost more than they bring in. `revalue`: the points that members hold change their value. */
const CONFIRMATION_REASONS = ['loss', 'revalue'] as const

export const economyOption = z.object({
  choice: z.enum(ECONOMY_CHOICES),
  /** The whole record as it would be. */
  record: economy,
  projection: economyProjection,
  /** The record has these numbers already. */
  isCurrent: z.boolean(),
  /** Why `isConfirmed` is needed; empty if it is not. */
  confirm: z.array(z.enum(CONFIRMATION_REASONS)),
})
export type EconomyOption = z.infer<typeof economyOption>

export const economyPresets = z.object({
  /** The version to base a choice on. */
  version: z.int(),
  record: economy,
  owedPoints: z.int(),
  /** Of these, and their value at the rates of their withdrawals. */
  heldPoints: z.int(),
  heldKes: z.int(),
  /** True outside demo mode: nothing is paid out and no partner is active until an owner has chosen. */
  isChoiceRequired: z.boolean(),
  /** The last choice; null: nobody has chosen. Later edits of single numbers leave it in place. */
  chosen: z
    .object({
      choice: z.enum(ECONOMY_CHOICES),
      version: z.int(),
      changedBy: z.string(),
      createdAt: timestamp,
    })
    .nullable(),
  assumptions: economyAssumptions,
  options: z.array(economyOption),
})
export type EconomyPresets = z.infer<typeof economyPresets>

export const chooseEconomyPresetInput = z.strictObject({
  version: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  choice: z.enum(ECONOMY_CHOICES),
  assumptions: economyAssumptions,
  /** The owner has read what the choice costs, and what it does to points that members hold. */
  isConfirmed: z.boolean().default(false),
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type ChooseEconomyPresetInput = z.infer<typeof chooseEconomyPresetInput>

export type ChoiceContext = Pick<EconomyPresets, 'record' | 'owedPoints' | 'isChoiceRequired'>

/** Calculate what a choice would do. The server and the form use this one function. */
export function describeEconomyChoice(
  { record, owedPoints, isChoiceRequired }: ChoiceContext,
  choice: EconomyChoice,
  assumptions: EconomyAssumptions,
): EconomyOption {
  const next = applyEconomyPreset(record, choice, assumptions)
  const projection = projectEconomy(next, assumptions, owedPoints)
  const isLoss = choice === 'specified' || projection.member.average.marginKes < 0
  const isRevalued = owedPoints > 0 && next.kesPerPoint !== record.kesPerPoint
  return {
    choice,
    record: next,
    projection,
    isCurrent: listEconomyChanges(record, next).length === 0,
    confirm: [
      ...(isChoiceRequired && isLoss ? ['loss' as const] : []),
      ...(isRevalued ? ['revalue' as const] : []),
    ],
  }
}

/** Something that costs more than it earns, or two readings that disagree. */
const economyWarning = z.discriminatedUnion('code', [
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

/** The current record and its consequences. */
export const economyReport = z.object({
  /** 0: nothing was ever saved, and the defaults apply. */
  version: z.int(),
  record: economy,
  tasks: dailyTasks,
  meaning: economyMeaning,
  warnings: z.array(economyWarning),
  /** All points of members, and their value: of those held for withdrawals at the rate of their withdrawal. */
  owedPoints: z.int(),
  owedKes: z.int(),
})
export type EconomyReport = z.infer<typeof economyReport>

export const listEconomyVersionsInput = z.strictObject({
  /** The `version` of the previous page's last row. */
  after: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListEconomyVersionsInput = z.infer<typeof listEconomyVersionsInput>

export const economyVersion = z.object({
  version: z.int(),
  changedBy: z.string(),
  reason: z.string(),
  createdAt: timestamp,
  /** The preset that this version was made from; null for edited numbers. */
  preset: z.enum(ECONOMY_CHOICES).nullable(),
  /** Compared with the previous version. Empty for the first. */
  changes: z.array(z.object({ field: z.string(), before: anyJson, after: anyJson })),
})
export type EconomyVersion = z.infer<typeof economyVersion>
