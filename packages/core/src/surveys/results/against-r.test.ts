import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Cell, type Margins, rake } from './sample.ts'
import { compareShares } from './suppress.ts'

// Debian's r-base-core and r-cran-survey. Without them the figures in statistics.test.ts stand for R.
const hasSurvey = canRun('library(survey)')

function canRun(program: string): boolean {
  try {
    execFileSync('Rscript', ['-e', program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

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
