import type { RowPurpose } from '@chuma/contract/books/statements'
import { type Problem, problem } from '@chuma/contract/problems'
import { invalidField } from '../../app-error.ts'
import { type Aside, type FileRow, findAside, type Head, streamRows } from './parse-file.ts'

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

/** The rows of a file, and how many of its lines are none. */
export type ReadFile = { rows: ReadRow[]; leftOut: Record<Aside, number> }
type KeysOf = (cells: readonly string[]) => { isKeyed: boolean; amounts: readonly string[] }

/**
 * List the rows of a file without the heads, totals and remarks between them.
 * @throws AppError INVALID_INPUT for a file that is no CSV, has no rows, or too many
 */
export async function readRows(csv: string, head: Head, keysOf: KeysOf) {
  const rows: FileRow[] = []
  const leftOut: Record<Aside, number> = { heads: 0, totals: 0, notes: 0 }
  for await (const row of streamRows(csv, head)) {
    const aside = findAside(row.cells, { names: head.names, ...keysOf(row.cells) })
    if (aside) leftOut[aside] += 1
    else rows.push(row)
  }
  if (rows.length === 0) throw invalidField('csv', 'FILE_WITHOUT_ROWS')
  return { rows, leftOut }
}
