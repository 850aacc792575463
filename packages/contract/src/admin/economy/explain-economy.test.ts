import { expect, test } from 'vitest'
import { economy } from './economy.ts'
import { defaultEconomy, listEconomyChanges } from './economy-defaults.ts'
import { warnAboutEconomy } from './economy-presets.ts'
import { explainEconomy, forecastEconomy } from './project-economy.ts'

const noTasks = { videoPoints: 0, adPoints: 0 }
const withNumbers = (numbers: object) => economy.parse({ ...defaultEconomy, ...numbers })
const warn = (numbers: object, tasks = noTasks) => {
  const record = withNumbers(numbers)
  return warnAboutEconomy(record, explainEconomy(record, tasks))
}
/** The fee covers every member's rewards, and all readings agree. */
const sound = {
  kesPerPoint: 1,
  profileKesPerPoint: 1,
  pointsPerUsd: 80,
  minWithdrawalPoints: 100,
  dialogMinWithdrawalPoints: 100,
  dailyLoginPoints: 2,
  spinTable: [
    { points: 0, weight: 3 },
    { points: 8, weight: 1 },
  ],
  quizPointsPerCorrect: 2,
  quizMaxPoints: 10,
}

test('a new database pays KES 1,000 for a survey that brings KES 129, and KES 3,535,500 for a premium month', () => {
  // A day: 25 for the login, 17.85 for the wheel, 75 for the quiz, at KES 1,000 each.
  const meaning = explainEconomy(withNumbers({}), noTasks)
  expect(meaning).toMatchObject({
    usdCostKes: 1000,
    usdBringsKes: 129,
    usdMarginKes: -871,
    premiumDayKes: 117_850,
    premiumMonthKes: 3_535_500,
    premiumMarginKes: -3_534_500,
    freeDayKes: 25_000,
    freeMonthKes: 750_000,
  })
  expect(meaning.spinPoints).toBeCloseTo(17.85, 10)
})

test('videos and advertisements count once a day, and a free member has neither these nor games', () => {
  // 2 + 1 + wheel 2 + quiz 10 + videos 30 + advertisements 12 = 57 points of KES 1, 30 days.
  const meaning = explainEconomy(withNumbers({ ...sound, streakBonusPoints: 1 }), {
    videoPoints: 30,
    adPoints: 12,
  })
  expect(meaning).toMatchObject({
    usdCostKes: 80,
    usdMarginKes: 49,
    premiumDayKes: 57,
    premiumMonthKes: 1710,
    premiumMarginKes: -710,
    freeDayKes: 3,
    freeMonthKes: 90,
  })
  expect(meaning.rewards).toEqual([
    { reward: 'login', points: 2, monthKes: 60 },
    { reward: 'streak', points: 1, monthKes: 30 },
    { reward: 'wheel', points: 2, monthKes: 60 },
    { reward: 'quiz', points: 10, monthKes: 300 },
    { reward: 'videos', points: 30, monthKes: 900 },
    { reward: 'ads', points: 12, monthKes: 360 },
  ])
})

test('a closed game costs nothing, and a quiz pays no more than its answers can', () => {
  const closed = explainEconomy(withNumbers({ ...sound, isSpinOpen: false, isQuizOpen: false }), noTasks)
  expect(closed.premiumDayKes).toBe(2)
  const few = explainEconomy(withNumbers({ ...sound, quizQuestionsPerDay: 3, isSpinOpen: false }), noTasks)
  expect(few.premiumDayKes).toBe(2 + 6)
})

test('profitable and consistent numbers give no warning', () => {
  expect(warn(sound)).toEqual([])
})

test.each([
  [
    'a survey that costs more than it brings',
    { pointsPerUsd: 130 },
    { code: 'survey-costs-more', costKes: 130, bringsKes: 129 },
  ],
  [
    'two values of a point',
    { profileKesPerPoint: 2 },
    { code: 'point-values-differ', walletKes: 1, profileKes: 2 },
  ],
  [
    'two minimums',
    { dialogMinWithdrawalPoints: 200 },
    { code: 'minimums-differ', pagePoints: 100, dialogPoints: 200, walletKes: 100 },
  ],
  [
    'a minimum that M-Pesa does not carry',
    { mpesaMinKes: 101 },
    { code: 'below-mpesa', minimumKes: 100, mpesaMinKes: 101 },
  ],
  ['a quiz that is cut', { quizMaxPoints: 9 }, { code: 'quiz-differs', answersPoints: 10, maxPoints: 9 }],
  [
    'an invitation dearer than a month',
    { referralBonusPoints: 1001 },
    { code: 'referral-costs-more', costKes: 1001, bringsKes: 1000 },
  ],
])('%s is warned about', (_name, numbers, warning) => {
  expect(warn({ ...sound, ...numbers })).toEqual([warning])
})

test('a reward that alone exceeds the fee gets its own warning besides the total', () => {
  // 34 points a day are KES 1,020 a month.
  expect(warn({ ...sound, dailyLoginPoints: 34 })).toEqual([
    { code: 'premium-costs-more', costKes: 1380, bringsKes: 1000 },
    { code: 'reward-costs-more', reward: 'login', costKes: 1020, bringsKes: 1000 },
  ])
  // Each of the six is below the fee; the total is not.
  expect(warn({ ...sound, dailyLoginPoints: 30 })).toEqual([
    { code: 'premium-costs-more', costKes: 1260, bringsKes: 1000 },
  ])
})

test('a year of 1,000 free and 100 premium members', () => {
  const year = forecastEconomy(withNumbers(sound), noTasks, {
    freeMembers: 1000,
    premiumMembers: 100,
    freeActivePercent: 50,
    premiumActivePercent: 80,
    withdrawnPercent: 25,
    startingPoints: 10_000,
  })
  // Free: 1,000 × 50 % × KES 60; premium: 100 × 80 % × KES 420.
  const cost = 30_000 + 33_600
  expect(year).toHaveLength(12)
  expect(year[0]).toEqual({
    month: 1,
    income: 100_000,
    cost,
    result: 36_400,
    paidOut: 18_400,
    owed: 55_200,
  })
  expect(year[1]).toMatchObject({ month: 2, cost, paidOut: 29_700, owed: 89_100 })
})

test('nothing is owed at the end of a month in which everything is withdrawn', () => {
  const year = forecastEconomy(withNumbers(sound), noTasks, {
    freeMembers: 7,
    premiumMembers: 0,
    freeActivePercent: 100,
    premiumActivePercent: 100,
    withdrawnPercent: 100,
    startingPoints: 5,
  })
  expect(year.map(({ owed, income }) => [owed, income])).toEqual(Array(12).fill([0, 0]))
  expect(year[0]?.paidOut).toBe(5 + 420)
})

test('the changed fields of two records do not depend on the order of keys', () => {
  const one = withNumbers({})
  expect(listEconomyChanges(one, { ...one, adPoints: { max: 25, min: 10 } })).toEqual([])
  const other = { ...one, claimDays: 31, adPoints: { min: 10, max: 26 } }
  expect(listEconomyChanges(one, other)).toEqual([
    { field: 'adPoints', before: { min: 10, max: 25 }, after: { min: 10, max: 26 } },
    { field: 'claimDays', before: 30, after: 31 },
  ])
})
