import { expect, test } from 'vitest'
import { describeClosed } from './get-survey-results.ts'
import type { Variable } from './read-survey.ts'
import { effectiveSize, listColumnsOf, rake } from './sample.ts'
import { compareShares, isHigher, meanOf, suppress, wilsonInterval } from './suppress.ts'

// The figures are R 4.2.2's.
test("intervals of shares are those of R's prop.test without correction", () => {
  const { low, high } = wilsonInterval(15 / 40, 40)
  expect(low).toBeCloseTo(0.2422297917, 9)
  expect(high).toBeCloseTo(0.5296756086, 9)
  expect(wilsonInterval(0, 20)).toMatchObject({ low: 0, high: expect.closeTo(0.1611251581, 9) })
})

test.each([
  [{ count: 45, base: 100 }, { count: 30, base: 100 }, 4.8, true],
  [{ count: 43, base: 100 }, { count: 30, base: 100 }, 3.645777155, false],
  [{ count: 120, base: 400 }, { count: 60, base: 300 }, 8.974358974, true],
])('shares %o and %o differ by chance or not, as R says', (one, other, squared, isSignificant) => {
  expect(compareShares(one, other) ** 2).toBeCloseTo(squared, 8)
  expect(isHigher(one, other)).toBe(isSignificant)
  expect(isHigher(other, one)).toBe(false)
})

test('shares that nobody or everybody has do not differ', () => {
  expect(isHigher({ count: 0, base: 50 }, { count: 0, base: 50 })).toBe(false)
  expect(isHigher({ count: 50, base: 50 }, { count: 60, base: 60 })).toBe(false)
})

test('a mean has the deviation and interval of its sample', () => {
  const values = [1, 2, 3, 4, 5].map((value) => ({ value, weight: 2 }))
  const { mean, deviation, low } = meanOf(values, 10)
  expect([mean, deviation, low]).toEqual([3, expect.closeTo(1.490712, 5), expect.closeTo(2.07605, 4)])
})

const CELLS = [
  { answers: ['Woman', 'Town'], count: 40 },
  { answers: ['Woman', 'Country'], count: 10 },
  { answers: ['Man', 'Town'], count: 30 },
  { answers: ['Man', 'Country'], count: 20 },
]

test('weights bring every question to its shares at once', () => {
  const margins = [
    { Woman: 0.52, Man: 0.48 },
    { Town: 0.3, Country: 0.7 },
  ]
  const weights = rake(CELLS, margins) ?? []
  for (const [question, shares] of margins.entries()) {
    for (const [answer, share] of Object.entries(shares)) {
      const found = CELLS.reduce(
        (sum, cell, at) => (cell.answers[question] === answer ? sum + cell.count * (weights[at] ?? 0) : sum),
        0,
      )
      expect(found / 100).toBeCloseTo(share, 8)
    }
  }
  expect(effectiveSize(CELLS, weights)).toBeLessThan(60)
  expect(effectiveSize(CELLS, [1, 1, 1, 1])).toBe(100)
})

test('shares that no weights can give are refused', () => {
  expect(rake(CELLS, [{ Woman: 0.5, Other: 0.5 }])).toBeNull()
  const contradiction = [
    { answers: ['Woman', 'Town'], count: 5 },
    { answers: ['Man', 'Country'], count: 5 },
  ]
  const margins = [
    { Woman: 0.9, Man: 0.1 },
    { Town: 0.1, Country: 0.9 },
  ]
  expect(rake(contradiction, margins)).toBeNull()
})

test.each([
  [
    [10, 20, 30],
    [10, 20, 30],
  ],
  [
    [3, 20, 30],
    [null, null, 30],
  ],
  [
    [3, 4, 30],
    [null, null, 30],
  ],
  [
    [0, 20, 3],
    [0, null, null],
  ],
  [
    [3, 0, 0],
    [null, null, null],
  ],
])('of %o only what names nobody is shown', (counts, shown) => {
  expect(suppress(counts)).toEqual(shown)
})

test('the mean of a group’s numbers does not tell the one person who gave a large one', () => {
  const variable: Variable = {
    id: 1,
    part: '',
    question: 'How many cows?',
    type: 'number',
    labels: [],
    isMultiple: false,
    isNumeric: true,
  }
  const given = [
    ...['female', 'male'].map((sex) => ({ answer: '0', answers: [sex], count: 60 })),
    ...['female', 'male'].map((sex) => ({ answer: '1', answers: [sex], count: 39 })),
    { answer: '40', answers: ['female'], count: 1 },
    { answer: '40', answers: ['male'], count: 6 },
  ]
  const columns = listColumnsOf('sex', given, {
    columnOf: ([sex]) => sex ?? '',
    isChosen: (sex) => sex === 'female',
    hidesSmall: false,
  })
  const group = {
    given,
    weightOf: ([sex]: readonly (string | null)[]) => Number(sex === 'female'),
    efficiency: 1,
  }
  const { mean, base } = describeClosed(variable, { ...group, isRaw: false, tables: [columns] })
  const exact = describeClosed(variable, { ...group, isRaw: true, tables: [] }).mean
  expect([exact?.mean, base]).toEqual([0.79, 100])
  // Five sums of a hundred whole numbers or more have this mean.
  expect(mean?.mean).toBe(1)
  expect(mean?.deviation).toBe(4)
  const few = given.map((each) => ({ ...each, count: Math.ceil(each.count / 5) }))
  expect(describeClosed(variable, { ...group, given: few, isRaw: false, tables: [columns] }).mean).toBeNull()
})
