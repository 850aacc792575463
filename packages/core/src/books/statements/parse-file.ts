import { STATEMENT_MAX_ROWS } from '@chuma/contract/books/statements'
import { parse as stream } from 'csv-parse'
import { CsvError } from 'csv-parse/sync'
import { invalidField } from '../../app-error.ts'
import { streamText } from '../../in-turns.ts'
import { nameOf, TOTALS } from './layouts.ts'

export type FileRow = { row: number; cells: string[] }
/** The line that names the columns, and where it ends: its cells may have line breaks. */
export type Head = { names: string[]; delimiter: string; headerRow: number; lineCount: number }

/** Where a preamble ends. No statement known to us has one of more than a dozen lines. */
const MOST_PREAMBLE = 60
/** Of a head whose cells have line breaks. */
const MOST_HEAD_LINES = 8
const MOST_HEAD_CHARS = 8000
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
  const lines = plainText(csv).split('\n', MOST_PREAMBLE + MOST_HEAD_LINES)
  return lines
    .slice(0, MOST_PREAMBLE)
    .flatMap((_, index) => DELIMITERS.map((delimiter) => readHead(lines, index, delimiter)))
}

/** Read the head in line `headerRow`, from 1. */
export function findHead(csv: string, headerRow: number, delimiter: string): Head {
  const lines = plainText(csv).split('\n', headerRow + MOST_HEAD_LINES)
  return readHead(lines, headerRow - 1, delimiter)
}

function readHead(lines: readonly string[], index: number, delimiter: string): Head {
  let text = (lines[index] ?? '').slice(0, MOST_HEAD_CHARS)
  let lineCount = 1
  // A cell with a line break is quoted, so its line has an opening quote and no closing one.
  while (isQuoteOpen(text) && lineCount < MOST_HEAD_LINES && lines[index + lineCount] !== undefined) {
    text = `${text}\n${lines[index + lineCount]}`.slice(0, MOST_HEAD_CHARS)
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

export type Aside = 'heads' | 'totals' | 'notes'

/**
 * Name a line that is no row of the account, as files made from printed pages have them: the head again, a total, a remark.
 * `isKeyed`: it has a readable date or receipt. `amounts`: the cells of which a remark has none.
 */
export function findAside(
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
