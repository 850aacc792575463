import Table from 'cli-table3'
import type { Globals } from './connect.ts'
import { type Terminal, toSafeJson, toShownText, writeOut } from './terminal.ts'

type Output = { terminal: Terminal; globals: Globals }

/** Print one JSON document for programs, or `show` for people. A text is shown as a line. */
export async function printAnswer(
  { terminal, globals }: Output,
  document: unknown,
  show: string | (() => Promise<void>),
): Promise<void> {
  if (globals.json) await writeOut(terminal.stdout, `${toSafeJson(document, 2)}\n`)
  else if (typeof show === 'string') await writeOut(terminal.stdout, `${show}\n`)
  else await show()
}

/** Print one JSON document for programs, or a table for people. */
export function printRows<Row>(output: Output, document: unknown, table: Rows<Row>): Promise<void> {
  return printAnswer(output, document, () => printTable(output.terminal, table))
}

type Page<Row> = Rows<Row> & { limit: number; place: keyof Row }

/** Print one page of a list. The next one begins after the `place` of its last row. */
export function printPage<Row extends object>(output: Output, name: string, page: Page<Row>): Promise<void> {
  const { rows, limit, place } = page
  const last = rows.at(-1)
  const next = last !== undefined && rows.length === limit ? String(last[place]) : null
  return printAnswer(output, { [name]: rows, next }, async () => {
    await printTable(output.terminal, page)
    if (next) await remark(output.terminal, `There may be more: --after ${next}`)
  })
}

/** Print a remark for people on standard error; the answer is alone on standard output. */
export function remark({ stderr }: Terminal, text: string): Promise<void> {
  return writeOut(stderr, `${toShownText(text)}\n`)
}

type Cents = { cents: number }
export type Cell = string | number | Date | Cents | null
/** The cell of each column, by its head. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>
type Rows<Row> = { columns: Columns<Row>; rows: readonly Row[]; empty: string }

/** Show cents of any currency as an amount. */
export const cents = (cents: number): Cents => ({ cents })

const BORDERS =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
const CHARS = { ...Object.fromEntries(BORDERS.split(' ').map((name) => [name, ''])), middle: '  ' }
/** Longer texts would wrap; `--json` prints them in full. */
const WIDEST = 60

const count = new Intl.NumberFormat('en-KE')
const money = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Print a table for people: grouped, right-aligned numbers and Nairobi times, or `empty` without rows. */
export async function printTable<Row>({ stdout, env }: Terminal, { columns, rows, empty }: Rows<Row>) {
  if (rows.length === 0) return writeOut(stdout, `${empty}\n`)
  const isBold = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const readers = Object.values(columns)
  const table = new Table({
    head: Object.keys(columns).map((head) => (isBold ? `\u001b[1m${head}\u001b[22m` : head)),
    colAligns: readers.map((read) => (rows.some((row) => isAmount(read(row))) ? 'right' : 'left')),
    chars: CHARS,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) table.push(readers.map((read) => showCell(read(row))))
  const lines = table.toString().split('\n')
  await writeOut(stdout, `${lines.map((line) => line.trimEnd()).join('\n')}\n`)
}

function isAmount(cell: Cell): boolean {
  return typeof cell === 'number' || (typeof cell === 'object' && cell !== null && 'cents' in cell)
}

export function showCell(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'number') return count.format(cell)
  if (cell instanceof Date) return moment.format(cell)
  if (typeof cell === 'object') return money.format(cell.cents / 100)
  const text = toShownText(cell)
  const letters = [...text]
  return letters.length > WIDEST ? `${letters.slice(0, WIDEST - 1).join('')}…` : text
}
