import { problem } from '@chuma/contract/problems'
import { MOST_OFFER_ROWS, OFFER_COLUMNS } from '@chuma/contract/surveys/offer-files'
import { CsvError, parse } from 'csv-parse/sync'
import { AppError, invalidField } from '../../app-error.ts'

export type OfferColumn = (typeof OFFER_COLUMNS)[number]
/** What each cell says; a column that the file does not have is undefined. */
export type OfferRow = { line: number; cells: Partial<Record<OfferColumn, string>> }

const REQUIRED: readonly OfferColumn[] = ['Title', 'Description', 'Reward USD', 'Duration']

/**
 * Reads a table with a head, our own or a spreadsheet's: commas, semicolons or tabs, with or without a mark of its encoding.
 * What it says is not judged here.
 * @throws AppError INVALID_INPUT for what is no such table, naming columns that are missing or unknown, and for more rows
 * than are read at a time
 */
export function readOffersCsv(csv: string): OfferRow[] {
  const [head, ...rows] = parseTable(csv)
  const columns = readHead(head?.record ?? [])
  if (rows.length > MOST_OFFER_ROWS) {
    throw invalidField('csv', 'TOO_MANY_ROWS', { max: MOST_OFFER_ROWS })
  }
  return rows.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(columns.map((column, index) => [column, clean(record[index])])),
  }))
}

function readHead(names: readonly string[]): OfferColumn[] {
  const known = names.map((name) => {
    const wanted = name.trim().toLowerCase()
    return OFFER_COLUMNS.find((column) => column.toLowerCase() === wanted)
  })
  const missing = REQUIRED.filter((column) => !known.includes(column))
  const wrong = names.filter((_, index) => known[index] === undefined).map((name) => name.trim().slice(0, 40))
  const twice = OFFER_COLUMNS.filter((column) => known.indexOf(column) !== known.lastIndexOf(column))
  const problems = [
    ...(missing.length > 0 ? [problem('COLUMNS_MISSING', { columns: missing })] : []),
    ...(wrong.length > 0 ? [problem('COLUMNS_UNKNOWN', { columns: wrong.slice(0, 10) })] : []),
    ...(twice.length > 0 ? [problem('COLUMNS_REPEATED', { columns: twice })] : []),
  ]
  if (problems.length > 0) throw new AppError('INVALID_INPUT', { fields: { csv: problems } })
  return known.filter((column) => column !== undefined)
}

type Row = { record: string[]; info: { lines: number } }

function parseTable(csv: string): Row[] {
  try {
    return parse(csv, {
      bom: true,
      delimiter: findDelimiter(csv),
      info: true,
      // A row with more cells than the head has one too many somewhere, and which is which is a guess.
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One more than is allowed, and the head.
      to: MOST_OFFER_ROWS + 2,
    }) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('csv', 'CSV_UNREADABLE', { detail: error.message.slice(0, 200) })
  }
}

/** What parts the names in the head. */
function findDelimiter(csv: string): string {
  const [head = ''] = csv.split('\n', 1)
  return [';', '\t'].find((sign) => head.includes(sign)) ?? ','
}

/** One apostrophe keeps a spreadsheet from running a cell as a formula: `toCsv` put it there. */
function clean(cell = ''): string {
  return cell.replace(/^'(?='*[=+\-@\t\r\0])/, '')
}
