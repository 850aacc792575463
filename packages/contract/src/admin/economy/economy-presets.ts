import { type Economy, economy } from './economy.ts'
import type { EconomyAssumptions } from './economy-assumptions.ts'
import { defaultEconomy } from './economy-defaults.ts'
import type { EconomyField } from './list-economy-changes.ts'
import { projectMember } from './project-member.ts'

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
  'videoPoints',
  'adPoints',
  'socialPoints',
  'microJobPoints',
  'profileGroupPoints',
  'premiumKesPerMonth',
  'referralBonusPoints',
] as const satisfies readonly EconomyField[]
export type PresetNumbers = Pick<Economy, (typeof PRESET_FIELDS)[number]>

/** Replace the fields of `record` that the choice sets. */
export function applyEconomyPreset(
  record: Economy,
  choice: EconomyChoice,
  assumptions: EconomyAssumptions,
): Economy {
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
  const range = ({ min, max }: { min: number; max: number }) => ({ min: scale(min), max: scale(max) })
  const { spinTable, microJobPoints } = defaultEconomy
  return {
    dailyLoginPoints: scale(defaultEconomy.dailyLoginPoints),
    spinTable: spinTable.map(({ points, weight }) => ({ points: scale(points), weight })),
    quizPointsPerCorrect: scale(defaultEconomy.quizPointsPerCorrect),
    quizMaxPoints: scale(defaultEconomy.quizMaxPoints),
    videoPoints: range(defaultEconomy.videoPoints),
    adPoints: range(defaultEconomy.adPoints),
    socialPoints: range(defaultEconomy.socialPoints),
    profileGroupPoints: scale(defaultEconomy.profileGroupPoints),
    // A bound for what staff enter, not a reward: 1 stays the least.
    microJobPoints: { min: microJobPoints.min, max: scale(microJobPoints.max) },
  }
}

/** The greatest common divisor of all specified rewards: this number of steps gives the specified points. */
const SPECIFIED_STEPS = [
  defaultEconomy.dailyLoginPoints,
  ...defaultEconomy.spinTable.map(({ points }) => points),
  defaultEconomy.quizPointsPerCorrect,
  defaultEconomy.quizMaxPoints,
  ...[defaultEconomy.videoPoints, defaultEconomy.adPoints, defaultEconomy.socialPoints].flatMap(
    ({ min, max }) => [min, max],
  ),
  defaultEconomy.microJobPoints.max,
  defaultEconomy.profileGroupPoints,
].reduce(commonDivisor, 0)

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}

const inHundredths = (value: number) => Math.max(Math.round(value * 100) / 100, 0.01)
