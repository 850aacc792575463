import Table from 'cli-table3'
import type { Terminal } from './terminal.ts'
import { toShownText } from './to-shown-text.ts'
import { writeOut } from './write-out.ts'

export type Cell = string | number | Date | null
type Column<Row> = { head: string; cell: (row: Row) => Cell; isNumber?: boolean }

const NONE = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}
/** Longer texts would wrap; `--json` prints them in full. */
const WIDEST = 60

const count = new Intl.NumberFormat('en-KE')
const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Print a table for people: grouped, right-aligned numbers and Nairobi times, or `empty` without rows. */
export async function printTable<Row>(
  { stdout, env }: Terminal,
  columns: readonly Column<Row>[],
  { rows, empty }: { rows: readonly Row[]; empty: string },
): Promise<void> {
  if (rows.length === 0) return writeOut(stdout, `${empty}\n`)
  const isBold = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const table = new Table({
    head: columns.map(({ head }) => (isBold ? `\u001b[1m${head}\u001b[22m` : head)),
    colAligns: columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    chars: NONE,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) table.push(columns.map(({ cell }) => showCell(cell(row))))
  const lines = table.toString().split('\n')
  await writeOut(stdout, `${lines.map((line) => line.trimEnd()).join('\n')}\n`)
}

export function showCell(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'number') return count.format(cell)
  if (cell instanceof Date) return moment.format(cell)
  const text = toShownText(cell)
  const letters = [...text]
  return letters.length > WIDEST ? `${letters.slice(0, WIDEST - 1).join('')}…` : text
}
