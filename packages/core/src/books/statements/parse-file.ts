import { STATEMENT_MAX_ROWS } from '@chuma/contract/books/statements'
import { parse as stream } from 'csv-parse'
import { CsvError, parse } from 'csv-parse/sync'
import { invalidField } from '../../app-error.ts'

export type FileRow = { row: number; cells: string[] }

/** Where a preamble ends. No statement known to us has one of more than a dozen lines. */
const MOST_PREAMBLE = 60
export const DELIMITERS = [',', ';', '\t'] as const

/** Compared without regard to case, spaces and signs. */
export const nameOf = (cell: string) => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How workbooks begin, read as text: a ZIP archive, and the older format. */
const WORKBOOKS = ['PK\u0003\u0004', '\ufffd\ufffd\u0011']

/** The lines before which a header can stand, without the byte order mark. */
export function listFirstLines(csv: string): string[] {
  if (WORKBOOKS.some((beginning) => csv.startsWith(beginning))) throw invalidField('csv', 'FILE_IS_EXCEL')
  const text = csv.startsWith('\ufeff') ? csv.slice(1) : csv
  return text.split(/\r\n|\n|\r/, MOST_PREAMBLE)
}

/** The cells of a header line; a header has no line breaks in its cells. */
export function splitLine(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim())
}

/**
 * Parse what follows the header in line `headerRow`. The preamble is not parsed: its quotes need not be balanced.
 * @throws AppError INVALID_INPUT for a file that is no CSV, has no rows, or too many
 */
export function parseRows(csv: string, { headerRow, delimiter }: { headerRow: number; delimiter: string }) {
  const rows = parseBody(takeBody(csv, headerRow), delimiter)
  if (rows.length === 0) throw invalidField('csv', 'FILE_WITHOUT_ROWS')
  if (rows.length > STATEMENT_MAX_ROWS)
    throw invalidField('csv', 'TOO_MANY_ROWS', { max: STATEMENT_MAX_ROWS })
  return rows
}

/**
 * The same row by row, for files that are too long to be parsed at once.
 * @throws AppError INVALID_INPUT for a file that is no CSV or has more rows than `maxRows`
 */
export async function* streamRows(
  csv: string,
  { headerRow, delimiter, maxRows }: { headerRow: number; delimiter: string; maxRows: number },
): AsyncGenerator<FileRow> {
  const parser = stream(takeBody(csv, headerRow), { ...OPTIONS, delimiter, to: maxRows + 1 })
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      count += 1
      if (count > maxRows) throw invalidField('csv', 'TOO_MANY_ROWS', { max: maxRows })
      yield toRow({ record, info })
    }
  } catch (error) {
    throw asRefusal(error)
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
function takeBody(csv: string, headerRow: number): string {
  const text = csv.startsWith('\ufeff') ? csv.slice(1) : csv
  const lines = text.split(/\r\n|\n|\r/)
  return `${'\n'.repeat(headerRow)}${lines.slice(headerRow).join('\n')}`
}

const toRow = ({ record, info }: Parsed): FileRow => ({
  row: info.lines,
  // Excel writes numbers that must stay text with an apostrophe.
  cells: record.map((cell) => cell.trim().replace(/^'/, '')),
})

function asRefusal(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  return invalidField('csv', 'CSV_UNREADABLE', { detail: error.message.slice(0, 200) })
}

function parseBody(text: string, delimiter: string): FileRow[] {
  try {
    const parsed = parse(text, { ...OPTIONS, delimiter, to: STATEMENT_MAX_ROWS + 1 })
    return (parsed as unknown as Parsed[]).map(toRow)
  } catch (error) {
    throw asRefusal(error)
  }
}
