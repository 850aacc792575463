import type { RowPurpose } from '@chuma/contract/books/statements'
import { type Problem, problem } from '@chuma/contract/problems'

/** What a row of a statement says. Amounts are in cents, below zero if money left. */
type Content = {
  receipt: string | null
  linkedReceipt: string | null
  purpose: RowPurpose
  amountCents: number
  balanceCents: number | null
  numberEnd: string | null
  details: string
  /** For PostgreSQL: with its offset, or the name of its time zone. */
  moment: string
  momentColumn: string
}
type Wrong = { wrong: { column: string; problem: Problem } }

/** A row of a file: `cells` only identify one that cannot be read. */
export type ReadRow = { row: number; cells: readonly string[] } & (Content | Wrong)

export const isReadable = (row: ReadRow): row is ReadRow & Content => !('wrong' in row)

const MOST_CELL = 2000

type Fail = (column: string, problem: Problem) => Wrong

export function readRow(row: number, cells: string[], read: (fail: Fail) => Content | Wrong): ReadRow {
  const fail: Fail = (column, found) => ({ wrong: { column, problem: found } })
  const isLong = cells.some((cell) => cell.length > MOST_CELL)
  const content = isLong ? fail('', problem('ROW_TOO_LONG', { max: MOST_CELL })) : read(fail)
  return { row, cells, ...content }
}
