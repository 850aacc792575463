import {
  type DateOrder,
  type PortalColumn,
  type RowPurpose,
  STATEMENT_MAX_ROWS,
} from '@chuma/contract/books/statements'
import type { DateFormat } from '@chuma/contract/payouts/bank-batches'
import { type Problem, problem } from '@chuma/contract/problems'
import { parse as stream } from 'csv-parse'
import { CsvError } from 'csv-parse/sync'
import { invalidField } from '../../app-error.ts'
import { streamText } from '../../in-turns.ts'

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

const MAX_CELL = 2000

type Fail = (column: string, problem: Problem) => Wrong

export function readRow(row: number, cells: string[], read: (fail: Fail) => Content | Wrong): ReadRow {
  const fail: Fail = (column, found) => ({ wrong: { column, problem: found } })
  const isLong = cells.some((cell) => cell.length > MAX_CELL)
  const content = isLong ? fail('', problem('ROW_TOO_LONG', { max: MAX_CELL })) : read(fail)
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

export type FileRow = { row: number; cells: string[] }
/** The line that names the columns, and where it ends: its cells may have line breaks. */
export type Head = { names: string[]; delimiter: string; headerRow: number; lineCount: number }

/** Where a preamble ends. No statement known to us has one of more than a dozen lines. */
const MAX_PREAMBLE = 60
/** Of a head whose cells have line breaks. */
const MAX_HEAD_LINES = 8
const MAX_HEAD_CHARS = 8000
const DELIMITERS = [',', ';', '\t'] as const

/** How workbooks begin, read as text: a ZIP archive, and the older format. */
const WORKBOOKS = ['PK\u0003\u0004', '\ufffd\ufffd\u0011']

/** The text with one kind of line end, without its byte order mark. */
function plainText(csv: string): string {
  if (WORKBOOKS.some((beginning) => csv.startsWith(beginning))) throw invalidField('csv', 'FILE_IS_EXCEL')
  return csv.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
}

/** List every reading of the first lines as a head, in the order of the file. */
export function listHeads(csv: string): Head[] {
  const lines = plainText(csv).split('\n', MAX_PREAMBLE + MAX_HEAD_LINES)
  return lines
    .slice(0, MAX_PREAMBLE)
    .flatMap((_, index) => DELIMITERS.map((delimiter) => readHead(lines, index, delimiter)))
}

/** Read the head in line `headerRow`, from 1. */
export function findHead(csv: string, headerRow: number, delimiter: string): Head {
  const lines = plainText(csv).split('\n', headerRow + MAX_HEAD_LINES)
  return readHead(lines, headerRow - 1, delimiter)
}

function readHead(lines: readonly string[], index: number, delimiter: string): Head {
  let text = (lines[index] ?? '').slice(0, MAX_HEAD_CHARS)
  let lineCount = 1
  // A cell with a line break is quoted, so its line has an opening quote and no closing one.
  while (isQuoteOpen(text) && lineCount < MAX_HEAD_LINES && lines[index + lineCount] !== undefined) {
    text = `${text}\n${lines[index + lineCount]}`.slice(0, MAX_HEAD_CHARS)
    lineCount += 1
  }
  return { names: splitHead(text, delimiter), delimiter, headerRow: index + 1, lineCount }
}

const isQuoteOpen = (text: string) => text.split('"').length % 2 === 0

function splitHead(text: string, delimiter: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells.map(cleanCell)
}

/** Excel writes numbers that must stay text with an apostrophe; a PDF's table wraps a cell over several lines. */
const cleanCell = (cell: string) =>
  cell
    .replaceAll(/[\s\u00a0\u200b-\u200f\u202a-\u202f\u2060-\u2069\ufeff]+/g, ' ')
    .trim()
    .replace(/^'/, '')

/**
 * Read the rows behind a head, a part of the file at a time, so that other requests are answered meanwhile. The preamble is
 * not parsed: its quotes need not be balanced.
 * @throws AppError INVALID_INPUT for a file that is no CSV or has more rows than `maxRows`
 */
export async function* streamRows(
  csv: string,
  { headerRow, lineCount, delimiter }: Omit<Head, 'names'>,
  maxRows = STATEMENT_MAX_ROWS,
): AsyncGenerator<FileRow> {
  const source = streamText(takeBody(plainText(csv), headerRow - 1 + lineCount))
  const parser = source.pipe(stream({ ...OPTIONS, delimiter, to: maxRows + 1 }))
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      count += 1
      if (count > maxRows) throw invalidField('csv', 'TOO_MANY_ROWS', { max: maxRows })
      yield { row: info.lines, cells: record.map(cleanCell) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('csv', 'CSV_UNREADABLE', { detail: error.message.slice(0, 200) })
  } finally {
    source.destroy()
  }
}

const OPTIONS = {
  info: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
} as const

type Parsed = { record: string[]; info: { lines: number } }

/** Empty lines instead of the preamble: the rows keep their numbers. */
function takeBody(text: string, lineCount: number): string {
  let start = 0
  for (let line = 0; line < lineCount; line += 1) {
    const end = text.indexOf('\n', start)
    if (end < 0) return ''
    start = end + 1
  }
  return `${'\n'.repeat(lineCount)}${text.slice(start)}`
}

type Aside = 'heads' | 'totals' | 'notes'

/**
 * Name a line that is no row of the account, as files made from printed pages have them: the head again, a total, a remark.
 * `isKeyed`: it has a readable date or receipt. `amounts`: the cells of which a remark has none.
 */
function findAside(
  cells: readonly string[],
  { names, isKeyed, amounts }: { names: readonly string[]; isKeyed: boolean; amounts: readonly string[] },
): Aside | null {
  const filled = cells.filter((cell) => cell !== '')
  if (
    filled.length > 1 &&
    cells.every((cell, at) => cell === '' || nameOf(cell) === nameOf(names[at] ?? ''))
  ) {
    return 'heads'
  }
  if (isKeyed) return null
  if (filled.some(isTotal)) return 'totals'
  return amounts.every((cell) => cell === '') ? 'notes' : null
}

const isTotal = (cell: string) => TOTALS.some((word) => nameOf(cell).startsWith(word))

/** Column names, rows' ends and months are compared without regard to case, spaces and signs. */
export const nameOf = (cell: string) => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What the organisation portal's layouts, old and new, and a plain list of payments call their columns. */
export const PORTAL_NAMES: Readonly<Record<PortalColumn, readonly string[]>> = {
  receipt: ['Receipt No.', 'Receipt', 'Receipt Number', 'Transaction ID'],
  completed: ['Completion Time', 'Completed', 'Completed At', 'Date'],
  status: ['Transaction Status', 'Status'],
  paidIn: ['Paid In'],
  withdrawn: ['Withdrawn'],
  amount: ['Amount', 'Amount KES'],
  side: ['Dr/Cr', 'Debit/Credit'],
  balance: ['Balance'],
  details: ['Details'],
  reason: ['Reason Type', 'Transaction Type'],
  party: ['Other Party Info'],
  number: ['Number', 'Phone', 'Phone Number', 'M-Pesa Number'],
  linked: ['Linked Transaction ID'],
}
/** What staff are told to look for when a file has none of the known layouts. */
export const NEEDED_COLUMNS = ['Receipt No.', 'Completion Time', 'Paid In', 'Withdrawn']

/** How a column of its own says which way the money went: 1 in, -1 out. */
export const SIDES: ReadonlyMap<string, 1 | -1> = new Map([
  ...(['cr', 'c', 'credit', 'in', 'moneyin', 'deposit', 'paidin', '+'] as const).map(
    (word) => [word, 1] as const,
  ),
  ...(['dr', 'd', 'debit', 'out', 'moneyout', 'withdrawal', 'withdrawn', '-'] as const).map(
    (word) => [word, -1] as const,
  ),
])

/** How a line begins that only adds up others, or carries a balance from page to page. */
const TOTALS = [
  'total',
  'subtotal',
  'grandtotal',
  'jumla',
  'openingbalance',
  'closingbalance',
  'balancebroughtforward',
  'balancecarriedforward',
  'balancebf',
  'balancecf',
  'broughtforward',
  'carriedforward',
]

/** English and Swahili names of the months, by their first letters. */
export const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januari'],
  ['february', 'februari'],
  ['march', 'machi'],
  ['april', 'aprili'],
  ['may', 'mei'],
  ['june', 'juni'],
  ['july', 'julai'],
  ['august', 'agosti'],
  ['september', 'septemba'],
  ['october', 'oktoba'],
  ['november', 'novemba'],
  ['december', 'desemba'],
]

/** Which of two numbers is the day. A date with its year first, or a month in words, says so itself. */
export const ORDER_OF: Readonly<Record<DateFormat, DateOrder>> = {
  'DD/MM/YYYY': 'day-first',
  'DD-MM-YYYY': 'day-first',
  'DD.MM.YYYY': 'day-first',
  'YYYY-MM-DD': 'day-first',
  'MM/DD/YYYY': 'month-first',
  'DD MMM YYYY': 'day-first',
}

/**
 * The providers' own words. A description is kept up to its first word that is none of these: people's names, and what a
 * payer typed, come after them.
 */
export const PROVIDER_WORDS = new Set(
  `account accounts agent airtime and api atm b2b b2c balance bank bill bulk business buy by c2b card cash charge charges cheque
  commission completed conversation cost credit customer debit deposit disbursement duty eft excise fee fees for from fund funds
  goods id in interest is ledger levy maintenance merchant money mpesa m-pesa of on online organisation organization original out
  paid paybill pay payment payments penalty pesalink purchase real received refund reversal reversed rtgs salary send sent
  service settlement standing order statement swift tax till time to top topup top-up transaction transfer txn utility via
  withdrawal withholding working`.split(/\s+/),
)
