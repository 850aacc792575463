import { expect, test } from 'vitest'
import { economy } from './economy.ts'
import { defaultEconomy } from './economy-defaults.ts'
import { describeEconomyChoice } from './economy-presets.ts'
import {
  defaultAssumptions,
  economyAssumptionsInput,
  PROJECTED_TASKS,
  projectEconomy,
  projectMember,
} from './project-economy.ts'

const record = economy.parse(defaultEconomy)
/** Round numbers that can be checked by hand. */
const simple = {
  ...defaultAssumptions,
  kesPerUsd: 100,
  surveyUsd: 1,
  freeSurveys: 2,
  premiumSurveys: 4,
  premiumSharePercent: 50,
  freeLogins: 10,
  premiumLogins: 20,
  premiumSpins: 0,
  premiumQuizzes: 2,
  quizCorrectPercent: 60,
  ...Object.fromEntries(PROJECTED_TASKS.map(({ times: [name] }) => [name, 0])),
  premiumVideos: 3,
  profileGroups: 0,
  videoKes: 7,
  breakagePercent: 50,
  payoutChargePercent: 0,
  withdrawnPercent: 100,
  startingMembers: 10,
}
const cheap = economy.parse({
  ...defaultEconomy,
  kesPerPoint: 2,
  pointsPerUsd: 30,
  dailyLoginPoints: 1,
  premiumKesPerMonth: 500,
  videoPoints: { min: 4, max: 10 },
})

test('a member brings in fees, surveys and sponsors, and costs the points that are withdrawn', () => {
  const { free, premium, average } = projectMember(cheap, simple)
  // 2 surveys × 30 points + 10 logins × 1 point, at KES 2, half of it withdrawn.
  expect(free).toMatchObject({ incomeKes: 200, earnedKes: 140, costKes: 70, marginKes: 130 })
  // 4 × 30 + 20 × 1 + quizzes 2 × 15 × 3 + videos 3 × 7 points, at KES 2.
  expect(premium).toMatchObject({ incomeKes: 500 + 400 + 21, earnedKes: 502, costKes: 251 })
  expect(average).toMatchObject({ incomeKes: 560.5, earnedKes: 321, costKes: 160.5, marginKes: 400 })
  const sources = average.lines.filter(({ incomeKes, costKes }) => incomeKes || costKes)
  expect(sources.map(({ source }) => source)).toEqual(['fee', 'surveys', 'login', 'quiz', 'videos'])
})

test('payout charges add to the cost, and a closed game costs nothing', () => {
  const charged = projectMember(cheap, { ...simple, payoutChargePercent: 10 })
  expect(charged.free.costKes).toBeCloseTo(77, 10)
  const closed = projectMember({ ...cheap, isQuizOpen: false }, simple)
  expect(closed.premium.earnedKes).toBe(502 - 180)
})

test('three growth rates give three years, from what is owed today', () => {
  const growths = { slowGrowthPercent: -50, mediumGrowthPercent: 0, fastGrowthPercent: 100 }
  const { years } = projectEconomy(cheap, { ...simple, ...growths }, 100)
  expect(years.map(({ growth, percentPerMonth }) => [growth, percentPerMonth])).toEqual([
    ['slow', -50],
    ['medium', 0],
    ['fast', 100],
  ])
  const [slow, medium, fast] = years
  // Half of KES 200 is never withdrawn, and half of 10 × KES 321 each month; the rest leaves at once.
  expect(medium?.months).toHaveLength(12)
  expect(medium?.months[0]).toEqual({ month: 1, members: 10, marginKes: 4000, owedKes: 100 + 1605 })
  expect(medium?.owedKes).toBe(100 + 12 * 1605)
  expect(medium?.marginKes).toBe(48_000)
  expect(slow?.months[2]).toMatchObject({ members: 2.5, marginKes: 1000 })
  expect(fast?.months[11]).toMatchObject({ members: 10 * 2 ** 11 })
})

test('what is not withdrawn this month is owed in the next', () => {
  const slowly = { ...simple, breakagePercent: 0, withdrawnPercent: 50, mediumGrowthPercent: 0 }
  const { years } = projectEconomy(cheap, slowly, 0)
  const owed = years[1]?.months.map(({ owedKes }) => owedKes) ?? []
  expect(owed.slice(0, 3)).toEqual([1605, 2407.5, 2808.75])
})

test('the specified numbers lose money under the default assumptions, and the sustainable ones do not', () => {
  const context = { record, owedPoints: 0, isChoiceRequired: true }
  const marginOf = (choice: 'specified' | 'sustainable') =>
    describeEconomyChoice(context, choice, defaultAssumptions).projection.member.average.marginKes
  expect(marginOf('specified')).toBeLessThan(-100_000)
  expect(marginOf('sustainable')).toBeGreaterThan(0)
})

test('a choice that loses money or changes what members hold has to be confirmed', () => {
  const confirm = (
    choice: 'specified' | 'sustainable' | 'own',
    isChoiceRequired: boolean,
    owedPoints: number,
  ) => describeEconomyChoice({ record, owedPoints, isChoiceRequired }, choice, defaultAssumptions).confirm
  expect(confirm('specified', true, 0)).toEqual(['loss'])
  expect(confirm('specified', false, 10)).toEqual([])
  expect(confirm('own', true, 10)).toEqual(['loss'])
  expect(confirm('sustainable', true, 0)).toEqual([])
  expect(confirm('sustainable', false, 10)).toEqual(['revalue'])
})

test('assumptions from a query string are numbers within their bounds', () => {
  expect(economyAssumptionsInput.parse({ payoutSharePercent: '55.5' })).toEqual({ payoutSharePercent: 55.5 })
  for (const wrong of [
    { payoutSharePercent: '101' },
    { surveyUsd: 'x' },
    { startingMembers: 1.5 },
    { other: 1 },
    { adKes: 0.001 },
  ])
    expect(economyAssumptionsInput.safeParse(wrong).success).toBe(false)
})
