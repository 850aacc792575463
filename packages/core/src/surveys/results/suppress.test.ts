import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Equation, findRange } from './attacker.testing.ts'
import { type Side, suppress, suppressNamed, suppressTable, UNANSWERED } from './suppress.ts'

/** Columns of counts in which small and empty cells are common. */
const table = fc
  .record({
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.integer({ min: 1, max: 6 }),
    most: fc.constantFrom(6, 12, 40),
  })
  .chain(({ columns, rows, most }) => {
    const count = fc.oneof(fc.constant(0), fc.nat(6), fc.nat(most))
    return fc.array(fc.array(count, { minLength: rows, maxLength: rows }), {
      minLength: columns,
      maxLength: columns,
    })
  })
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const rowsOf = (columns: readonly number[][]) =>
  (columns[0] ?? []).map((_, at) => columns.map((cells) => cells[at] ?? 0))

/** What the pages of two questions and of their table say, over the cells line by line. Each may have people who gave no answer. */
function publish(counts: number[][], isFirst = false) {
  const [rows, columns] = [rowsOf(counts).map(sum), counts.map(sum)]
  const sideOf = (totals: number[]): Side & { shown: (number | null)[] } => {
    const names = totals.map((_, at) => (isFirst && at === 0 ? UNANSWERED : `a${at}`))
    const told = suppressNamed(new Map(names.flatMap((name, at) => (name ? [[name, totals[at] ?? 0]] : []))))
    const base = sum([...totals.entries()].flatMap(([at, total]) => (names[at] ? total : [])))
    const shown = names.map((name, at) =>
      name ? (told.get(name) ?? null) : base < SMALLEST_CELL ? null : (totals[at] ?? 0),
    )
    return { names, shown, hidden: new Set(names.filter((_, at) => shown[at] === null)) }
  }
  const [lines, places] = [sideOf(columns), sideOf(rows)]
  const height = rows.length
  const equations: Equation[] = []
  const say = (total: number | null | undefined, has: (column: number, row: number) => boolean) => {
    const cells = counts.flatMap((each, line) =>
      each.flatMap((_, row) => (has(line, row) ? line * height + row : [])),
    )
    if (typeof total === 'number') equations.push({ cells, total })
  }
  if (sum(rows) >= SMALLEST_CELL) {
    say(sum(rows), () => true)
    for (const [at, total] of places.shown.entries()) say(total, (_, row) => row === at)
    for (const [at, total] of lines.shown.entries()) say(total, (line) => line === at)
  }
  const shown = suppressTable(counts, { lines, places })
  for (const [at, cells] of (shown ?? []).entries())
    for (const [place, count] of cells.entries()) say(count, (line, row) => line === at && row === place)
  return { equations, shown, isFree: (line: number, row: number) => isFirst && (line === 0 || row === 0) }
}

test(
  'nobody who solves the equations of a table and its two questions finds a count under five',
  () => {
    fc.assert(
      fc.property(table, fc.boolean(), (counts, isFirst) => {
        const { equations, isFree } = publish(counts, isFirst)
        const height = counts[0]?.length ?? 0
        const wanted = counts.flatMap((cells, line) =>
          cells.flatMap((count, row) => (isFree(line, row) ? [] : { count, sumOf: [line * height + row] })),
        )
        for (const { count, sumOf } of wanted) {
          if (count === 0 || count >= SMALLEST_CELL) continue
          const { most } = findRange(equations, { size: counts.flat().length, sumOf })
          expect(most).toBeGreaterThanOrEqual(SMALLEST_CELL)
        }
      }),
      { numRuns: tries({ short: 300, long: 10_000 }) },
    )
  },
  tries({ short: 60_000, long: 900_000 }),
)

test('a zero is hidden where a small count would follow from it', () => {
  const { shown } = publish([
    [13, 4],
    [0, 11],
  ])
  expect(shown).toEqual([
    [null, null],
    [null, null],
  ])
})

test('what need not be hidden is shown', () => {
  expect(
    publish([
      [30, 10],
      [12, 28],
    ]).shown,
  ).toEqual([
    [30, 10],
    [12, 28],
  ])
  const { shown } = publish([
    [3, 20, 30, 0],
    [25, 22, 31, 0],
    [40, 40, 40, 0],
  ])
  expect(shown?.map((cells) => cells.slice(2))).toEqual([
    [30, 0],
    [31, 0],
    [40, 0],
  ])
})

test('a base of fewer than five people shows nothing', () => {
  expect(suppress([1, 1, 0])).toEqual([null, null, null])
  expect(suppress([3, 20, 30])).toEqual([null, null, 30])
  expect(suppress([0, 6, 9])).toEqual([0, 6, 9])
})
