import { expect, test } from 'vitest'
import { rewardPoints } from '../../surveys/survey-measures.ts'
import { isPremiumKind, PAID_TASK_KINDS, TASK_RULES } from '../../tasks/task-kinds.ts'
import { type Economy, economy } from './economy.ts'
import { defaultEconomy } from './economy-defaults.ts'
import { applyEconomyPreset, PRESET_FIELDS } from './economy-presets.ts'
import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  defaultAssumptions,
  economyAssumptions,
  PROJECTED_TASKS,
  projectMember,
} from './project-economy.ts'

const record = economy.parse(defaultEconomy)
const sustain = (changes: Partial<typeof defaultAssumptions> = {}) => {
  const assumptions = { ...defaultAssumptions, ...changes }
  return { assumptions, result: applyEconomyPreset(record, 'sustainable', assumptions) }
}

/** Every reward with its name, in points. */
const rewardsOf = (numbers: Economy): number[] => [
  numbers.dailyLoginPoints,
  ...numbers.spinTable.map(({ points }) => points),
  numbers.quizPointsPerCorrect,
  numbers.quizMaxPoints,
  numbers.profileGroupPoints,
  ...PAID_TASK_KINDS.filter(isPremiumKind).flatMap((kind) => {
    const { min, max } = numbers[TASK_RULES[kind].range]
    return [min, max]
  }),
]

/** Random but repeatable assumptions within their bounds; two thirds close to the defaults. */
function* manyAssumptions(count: number) {
  let seed = 20_261_125
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  for (let i = 0; i < count; i++) {
    yield Object.fromEntries(
      ASSUMPTION_NAMES.map((name) => {
        const { default: usual, min, max, ...rest } = ASSUMPTIONS[name]
        const wide = i % 3 === 0 ? min + random() * (max - min) : usual * (0.25 + random() * 4)
        const digits = 'isWhole' in rest ? 1 : 100
        return [name, Math.round(Math.min(Math.max(wide, min), max) * digits) / digits]
      }),
    ) as typeof defaultAssumptions
  }
}

test('the specified preset restores the specification’s numbers in an edited record', () => {
  const edited = { ...record, dailyLoginPoints: 7, kesPerPoint: 3, streakBonusPoints: 2, claimDays: 9 }
  expect(applyEconomyPreset(edited, 'specified', defaultAssumptions)).toEqual({ ...record, claimDays: 9 })
})

test('choosing the current numbers changes nothing', () => {
  expect(applyEconomyPreset(record, 'own', { ...defaultAssumptions, kesPerUsd: 150 })).toBe(record)
})

test('a preset changes rewards and rates, and no limit, switch, tax or time', () => {
  const { result } = sustain({ kesPerUsd: 140, premiumKesPerMonth: 900 })
  const changed = Object.keys(record).filter(
    (field) => result[field as keyof Economy] !== record[field as keyof Economy],
  )
  expect(PRESET_FIELDS).toEqual(expect.arrayContaining(changed))
})

test('under the default assumptions a login pays 5 points of KES 1, and a dollar KES 77.40', () => {
  expect(sustain().result).toMatchObject({
    kesPerPoint: 1,
    profileKesPerPoint: 1,
    pointsPerUsd: 77.4,
    minWithdrawalPoints: 100,
    dialogMinWithdrawalPoints: 100,
    dailyLoginPoints: 5,
    quizPointsPerCorrect: 3,
    quizMaxPoints: 15,
    videoPoints: { min: 4, max: 10 },
    adPoints: { min: 2, max: 5 },
    socialPoints: { min: 6, max: 10 },
    premiumKesPerMonth: 1000,
  })
})

test('the margin is positive for free and for premium members under the default assumptions', () => {
  const { assumptions, result } = sustain()
  const { free, premium, average } = projectMember(result, assumptions)
  expect(free.marginKes).toBeGreaterThan(0)
  expect(premium.marginKes).toBeGreaterThan(0)
  expect(average.marginKes / average.incomeKes).toBeGreaterThanOrEqual(assumptions.marginPercent / 100)
})

test('for any assumptions, all rewards scale alike, and the record stays valid', () => {
  const specified = rewardsOf(record)
  for (const assumptions of manyAssumptions(600)) {
    expect(economyAssumptions.safeParse(assumptions).error).toBeUndefined()
    const { result } = sustain(assumptions)
    expect(economy.parse(result)).toEqual(result)
    const rewards = rewardsOf(result)
    const factor = result.dailyLoginPoints
    expect(rewards.map((points) => points * record.dailyLoginPoints)).toEqual(
      specified.map((points) => points * factor),
    )
    expect(result.spinTable.map(({ weight }) => weight)).toEqual(record.spinTable.map(({ weight }) => weight))
    expect(result.profileKesPerPoint).toBe(result.kesPerPoint)
  }
})

test('for any assumptions, a survey pays the share of its price, within half a point', () => {
  for (const assumptions of manyAssumptions(300)) {
    const { result } = sustain(assumptions)
    for (const usd of [1, 2.5, 40]) {
      const shareKes = (usd * assumptions.kesPerUsd * assumptions.payoutSharePercent) / 100
      const paidKes = rewardPoints(usd, result.pointsPerUsd) * result.kesPerPoint
      // The rate itself has two decimals; below one point a survey pays one.
      const roundingKes = 0.5 * result.kesPerPoint + 0.005 * usd + 1e-6
      expect(Math.abs(paidKes - Math.max(shareKes, 1))).toBeLessThanOrEqual(roundingKes)
    }
  }
})

test('for any assumptions, the largest rewards that leave the wanted margin are chosen', () => {
  let between = 0
  for (const assumptions of manyAssumptions(600)) {
    const { result } = sustain(assumptions)
    const step = result.dailyLoginPoints / 5
    if (step <= 1 || step >= 10_000) continue
    const { average } = projectMember(result, assumptions)
    const wanted = average.incomeKes * (1 - assumptions.marginPercent / 100)
    const stepKes =
      average.lines.reduce((sum, { source, costKes }) => sum + (source === 'surveys' ? 0 : costKes), 0) / step
    if (stepKes === 0) continue
    between++
    expect(average.costKes).toBeLessThanOrEqual(wanted * (1 + 1e-9))
    expect(average.costKes + stepKes).toBeGreaterThan(wanted * (1 - 1e-9))
  }
  expect(between).toBeGreaterThan(50)
})

test('a higher margin never makes a reward larger', () => {
  const logins = [0, 10, 20, 40, 60, 90].map(
    (marginPercent) => sustain({ marginPercent, surveyUsd: 10 }).result.dailyLoginPoints,
  )
  expect(logins).toEqual(logins.toSorted((one, other) => other - one))
  expect(logins[0]).toBeGreaterThan(logins.at(-1) ?? 0)
})

test('where even the smallest rewards cost too much, the preset stays at them', () => {
  const { assumptions, result } = sustain({ payoutSharePercent: 100, freeLogins: 30 })
  expect(result.dailyLoginPoints).toBe(5)
  expect(projectMember(result, assumptions).average.marginKes).toBeLessThan(0)
})

test('without any use of the daily rewards the specified points stay', () => {
  const unused = {
    freeLogins: 0,
    premiumLogins: 0,
    premiumSpins: 0,
    premiumQuizzes: 0,
    ...Object.fromEntries(PROJECTED_TASKS.map(({ times: [name] }) => [name, 0])),
    profileGroups: 0,
  }
  expect(sustain(unused).result).toMatchObject({ dailyLoginPoints: 25, quizMaxPoints: 75 })
})
