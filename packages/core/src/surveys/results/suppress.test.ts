import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suppressTable } from './suppress.ts'

const table = fc
  .record({ columns: fc.integer({ min: 1, max: 5 }), rows: fc.integer({ min: 1, max: 6 }) })
  .chain(({ columns, rows }) =>
    fc.array(fc.array(fc.nat(12), { minLength: rows, maxLength: rows }), {
      minLength: columns,
      maxLength: columns,
    }),
  )
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

test('no line of a table tells about fewer than five people, nor about one cell that is hidden', () => {
  fc.assert(
    fc.property(table, (counts) => {
      const shown = suppressTable(counts, counts.map(sum))
      const columns = counts.map((_, at) => ({ counts: counts[at] ?? [], shown: shown[at] ?? [] }))
      const rows = (counts[0] ?? []).map((_, row) => ({
        counts: counts.map((cells) => cells[row] ?? 0),
        shown: shown.map((cells) => cells[row] ?? null),
      }))
      for (const line of [...columns, ...rows]) {
        const hidden = line.counts.filter((_, at) => line.shown[at] === null)
        for (const count of line.shown) if (count) expect(count).toBeGreaterThanOrEqual(SMALLEST_CELL)
        // Where nothing else is left to hide, the whole line is hidden.
        const isWhole = line.shown.every((count) => !count)
        if (hidden.length > 0 && !isWhole)
          expect([hidden.length > 1, sum(hidden) >= SMALLEST_CELL]).toEqual([true, true])
      }
    }),
  )
})
