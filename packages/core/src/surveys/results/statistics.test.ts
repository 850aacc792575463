import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { describeClosed } from './get-survey-results.ts'
import { type Cell, effectiveSize, listColumnsOf, type Margins, rake } from './sample.ts'
import { compareShares, isHigher, meanOf, suppress, wilsonInterval } from './suppress.ts'
import { canRun } from './testing.ts'
import type { Variable } from './variables.ts'

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
  [
    [1, 1, 0],
    [null, null, null],
  ],
  [
    [0, 6, 9],
    [0, 6, 9],
  ],
])('of %o only what names nobody is shown', (counts, shown) => {
  expect(suppress(counts)).toEqual(shown)
})

test('the mean of a group’s numbers does not tell the one person who gave a large one', () => {
  const variable: Variable = {
    id: 1,
    code: 'cows',
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

// Debian's r-base-core and r-cran-survey. Without them the figures in statistics.test.ts stand for R.
const hasSurvey = canRun('Rscript', ['-e', 'library(survey)'])

const runR = (program: string): number[] =>
  execFileSync('Rscript', ['-e', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split(/\s+/)
    .map(Number)

type DataSet = { name: string; cells: Cell[]; margins: Margins }

const SETS: DataSet[] = [
  {
    name: 'sex and place',
    cells: [
      { answers: ['f', 't'], count: 40 },
      { answers: ['f', 'c'], count: 10 },
      { answers: ['m', 't'], count: 30 },
      { answers: ['m', 'c'], count: 20 },
    ],
    margins: [
      { f: 0.52, m: 0.48 },
      { t: 0.3, c: 0.7 },
    ],
  },
  {
    name: 'one question of four answers, one of them rare',
    cells: ['a', 'b', 'c', 'd'].map((answer, at) => ({
      answers: [answer],
      count: [300, 150, 48, 2][at] ?? 0,
    })),
    margins: [{ a: 0.4, b: 0.3, c: 0.25, d: 0.05 }],
  },
  {
    name: 'three questions',
    cells: ['f', 'm'].flatMap((sex, one) =>
      ['y', 'o'].flatMap((age, two) =>
        ['1', '2', '3'].map((school, three) => ({
          answers: [sex, age, school],
          count: 7 + 31 * one + 13 * two + 5 * three + ((one * 5 + two * 3 + three) % 4),
        })),
      ),
    ),
    margins: [
      { f: 0.51, m: 0.49 },
      { y: 0.62, o: 0.38 },
      { 1: 0.25, 2: 0.45, 3: 0.3 },
    ],
  },
]

test.skipIf(!hasSurvey).each(SETS)("weights are those of R's survey::rake: $name", ({ cells, margins }) => {
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  const names = margins.map((_, at) => `q${at}`)
  const columns = names.map(
    (name, at) => `${name}=c(${cells.map(({ answers }) => JSON.stringify(answers[at])).join(',')})`,
  )
  const targets = margins.map((shares, at) => {
    const keys = Object.keys(shares).map((key) => JSON.stringify(key))
    const counts = Object.values(shares).map((share) => share * total)
    return `data.frame(q${at}=c(${keys.join(',')}), Freq=c(${counts.join(',')}))`
  })
  const weights = runR(`
    suppressMessages(library(survey))
    d <- data.frame(n=c(${cells.map(({ count }) => count).join(',')}), ${columns.join(', ')}, stringsAsFactors=TRUE)
    s <- svydesign(ids=~1, weights=~n, data=d)
    r <- rake(s, list(${names.map((name) => `~${name}`).join(',')}), list(${targets.join(',')}),
      control=list(maxit=500, epsilon=1e-10))
    cat(format(weights(r) / d$n, digits=15))
  `)
  const found = rake(cells, margins) ?? []
  expect(found).toHaveLength(weights.length)
  for (const [at, weight] of weights.entries()) expect(Math.abs((found[at] ?? 0) - weight)).toBeLessThan(1e-6)
})

test.skipIf(!hasSurvey)("the test of two shares is R's prop.test", () => {
  const pairs = [
    [45, 100, 30, 100],
    [7, 31, 90, 400],
    [1, 30, 29, 30],
  ] as const
  const statistics = runR(
    pairs
      .map(
        ([a, n, b, m]) =>
          `cat(format(suppressWarnings(prop.test(c(${a},${b}),c(${n},${m}),correct=FALSE))$statistic, digits=15), "")`,
      )
      .join('\n'),
  )
  const found = pairs.map(([a, n, b, m]) => compareShares({ count: a, base: n }, { count: b, base: m }) ** 2)
  for (const [at, statistic] of statistics.entries()) expect(found[at]).toBeCloseTo(statistic, 6)
})

test.runIf(!hasSurvey)(
  'R or its package survey is not installed here: nothing was compared with it',
  ({ annotate }) => annotate('apt-get install r-base-core r-cran-survey'),
)
