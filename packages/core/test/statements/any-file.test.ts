import { createTestDb } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { importStatement } from '../../src/books/statements/import-statement.ts'
import { createPayoutDeps, finance } from '../../src/payouts/testing.ts'
import { addUp } from './testing.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)
const deps = createPayoutDeps(db, null)

const HEADER =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Linked Transaction ID'
const KINDS = [
  ['Business Payment to 2547******678 - Invented', 'Completed', -1],
  ['Business Payment Charge', 'Completed', -1],
  ['Business Payment to 2547******678 - Invented', 'Failed', -1],
  ['Business Payment to 2547******678 - Invented', 'Pending', -1],
  ['Pay Bill Online', 'Completed', 1],
  ['Organization Settlement Account deposit from bank', 'Completed', 1],
  ['Utility Account to Organization Settlement Account', 'Completed', -1],
  ['Business Payment Reversal', 'Completed', 1],
  ['Something new', 'Completed', 1],
] as const

type Row = { receipt: number; kind: (typeof KINDS)[number]; cents: number }
const anyRow: fc.Arbitrary<Row> = fc.record({
  receipt: fc.integer({ min: 0, max: 5 }),
  kind: fc.constantFrom(...KINDS),
  cents: fc.integer({ min: 1, max: 300_000_00 }),
})

/** Rows in the order in which they happened, each with the balance after it. */
function write(rows: readonly Row[], prefix: string): string[] {
  let balance = 100_000_000_00
  const money = (cents: number) =>
    `"${Math.trunc(cents / 100).toLocaleString('en')}.${String(Math.abs(cents) % 100).padStart(2, '0')}"`
  return rows.map(({ receipt, kind: [details, status, sign], cents }, index) => {
    if (status === 'Completed') balance += sign * cents
    const [into, out] = sign > 0 ? [money(cents), ''] : ['', `"-${money(cents).slice(1)}`]
    const at = `05-01-2025 ${String(8 + Math.trunc(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:00`
    return `${prefix}${receipt},${at},${details},${status},${into},${out},${money(balance)},`
  })
}

let runs = 0
test('in any order, with any rows repeated and in any pieces, every row is accounted for once', async () => {
  const anyFile = fc.array(anyRow, { minLength: 1, maxLength: 14 }).chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      // Two files that have every row between them, some twice, in any order.
      first: fc.array(fc.nat(rows.length - 1), { maxLength: 20 }),
      second: fc.shuffledSubarray([...rows.keys()], { minLength: rows.length }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anyFile, async ({ rows, first, second }) => {
      runs += 1
      const prefix = `PR${String(runs).padStart(7, '0')}`
      const lines = write(rows, prefix)
      const bring = (picked: readonly number[]) =>
        importStatement(deps, finance, {
          csv: [HEADER, ...picked.map((index) => lines[index])].join('\n'),
          isDryRun: false,
        })
      const reports = []
      if (first.length > 0) reports.push(await bring(first))
      reports.push(await bring(second))
      for (const { rowCount, knownCount, bookedCount, deskCount } of reports) {
        expect(knownCount + bookedCount + deskCount).toBe(rowCount)
      }
      const found = await addUp(db, `${prefix}%`)
      const moved = rows.reduce(
        (sum, { kind: [, status, sign], cents }) => sum + (status === 'Completed' ? sign * cents : 0),
        0,
      )
      // Equal failed or pending rows have the same balance, and are one.
      expect(found?.rows).toBe(new Set(lines.map((line) => line.replace(/,05-01-2025 [\d:]+,/, ','))).size)
      expect(found).toMatchObject({ moved, booked: (found?.rows ?? 0) - (found?.waiting ?? 0) })
      expect((found?.entered ?? 0) + (found?.left ?? 0)).toBe(moved)
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('overlapping statements that are imported at once count every row once', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, n): Row => ({ receipt: n % 6, kind: KINDS[n % KINDS.length] ?? KINDS[0], cents: 100 + n }),
  )
  const lines = write(rows, 'RACE00000')
  const bring = (from: number, to: number) =>
    importStatement(deps, finance, { csv: [HEADER, ...lines.slice(from, to)].join('\n'), isDryRun: false })
  const reports = await Promise.all([bring(0, 40), bring(20, 60), bring(0, 60)])
  const fresh = reports.reduce((sum, { bookedCount, deskCount }) => sum + bookedCount + deskCount, 0)
  expect(fresh).toBe(60)
  expect(await addUp(db, 'RACE00000%')).toMatchObject({ rows: 60 })
})
