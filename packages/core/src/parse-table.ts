import { CsvError, parse } from 'csv-parse/sync'
import { invalidField } from './app-error.ts'

type Row = { record: string[]; info: { lines: number } }
type Table = {
  /** Of the columns, in small letters. */
  names: string[]
  rows: Row[]
}

/**
 * Reads a table with a head, as our own file or a spreadsheet's: commas, semicolons or tabs, with or without a mark of its
 * encoding.
 * @throws AppError INVALID_INPUT for what is no such table, or has more rows
 */
export function parseTable(csv: string, mostRows: number): Table {
  const [head, ...rows] = readRows(csv, mostRows)
  if (rows.length > mostRows) throw invalidField('csv', 'TOO_MANY_ROWS', { max: mostRows })
  return { names: head?.record.map((name) => name.trim().toLowerCase()) ?? [], rows }
}

function readRows(csv: string, mostRows: number): Row[] {
  try {
    return parse(csv, {
      bom: true,
      delimiter: findDelimiter(csv),
      info: true,
      // A row with more cells than the head has one too many somewhere, and which cell is whose is a guess.
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One more than is allowed, and the head.
      to: mostRows + 2,
    }) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('csv', 'CSV_UNREADABLE', { detail: error.message.slice(0, 200) })
  }
}

/** What stands in the head. An amount may have a comma in it where semicolons part the cells. */
function findDelimiter(csv: string): string {
  const [head = ''] = csv.split('\n', 1)
  return [';', '\t'].find((sign) => head.includes(sign)) ?? ','
}

/** The apostrophe keeps a spreadsheet from running what our own file says as a formula. One that was there before has two. */
export function cleanCell(cell: string | undefined): string {
  return (cell ?? '').trim().replace(/^'(?='*[=+\-@])/, '')
}
