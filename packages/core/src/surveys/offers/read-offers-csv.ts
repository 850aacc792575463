import { problem } from '@chuma/contract/problems'
import { MOST_OFFER_ROWS, OFFER_COLUMNS } from '@chuma/contract/surveys/offer-files'
import { AppError } from '../../app-error.ts'
import { readCsv } from '../../read-csv.ts'

export type OfferColumn = (typeof OFFER_COLUMNS)[number]
/** The text of each cell; undefined if the file does not have the column. */
export type OfferRow = { line: number; cells: Partial<Record<OfferColumn, string>> }

const REQUIRED: readonly OfferColumn[] = ['Title', 'Description', 'Reward USD', 'Duration']

/**
 * Read a file of offers. What its cells say is judged elsewhere.
 * @throws AppError INVALID_INPUT for a file that cannot be read or is too long, and naming columns that are missing or unknown
 */
export async function readOffersCsv(csv: string): Promise<OfferRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MOST_OFFER_ROWS })
  const columns = readHead(head)
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  }))
}

function readHead(names: readonly string[]): OfferColumn[] {
  const known = names.map((name) => {
    const wanted = name.toLowerCase()
    return OFFER_COLUMNS.find((column) => column.toLowerCase() === wanted)
  })
  const missing = REQUIRED.filter((column) => !known.includes(column))
  const wrong = names.filter((_, index) => known[index] === undefined).map((name) => name.slice(0, 40))
  const twice = OFFER_COLUMNS.filter((column) => known.indexOf(column) !== known.lastIndexOf(column))
  const problems = [
    ...(missing.length > 0 ? [problem('COLUMNS_MISSING', { columns: missing })] : []),
    ...(wrong.length > 0 ? [problem('COLUMNS_UNKNOWN', { columns: wrong.slice(0, 10) })] : []),
    ...(twice.length > 0 ? [problem('COLUMNS_REPEATED', { columns: twice })] : []),
  ]
  if (problems.length > 0) throw new AppError('INVALID_INPUT', { fields: { csv: problems } })
  return known.filter((column) => column !== undefined)
}
