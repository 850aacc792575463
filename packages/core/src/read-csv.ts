import { cleanText } from '@chuma/contract/clean-text'
import type { Problem } from '@chuma/contract/problems'
import { readCell } from '@chuma/contract/to-csv'
import { CsvError, parse } from 'csv-parse'
import { invalidField } from './app-error.ts'
import { createPause, streamText } from './in-turns.ts'

type Row = {
  /** Of the file, from 1 on. */
  line: number
  cells: string[]
}
type Rules = {
  mostRows: number
  /** A provider's export may end its rows with cells that the head does not name. */
  hasExtraCells?: boolean
}

/**
 * Read a CSV file with a head row, written by us or by a spreadsheet: commas, semicolons or tabs, with or without a byte
 * order mark. Names and cells come trimmed, without the apostrophe that `toCsv` puts before a formula or a long number. Other requests
 * are answered meanwhile.
 * @throws AppError INVALID_INPUT for a file that cannot be read, or has too many rows
 */
export async function readCsv(csv: string, { mostRows, hasExtraCells = false }: Rules) {
  const [head, ...rows] = await parseRows(csv, { mostRows, hasExtraCells })
  if (rows.length > mostRows) throw invalidField('csv', 'TOO_MANY_ROWS', { max: mostRows })
  return { head: head?.cells ?? [], rows }
}

type Parsed = { record: string[]; info: { lines: number } }

async function parseRows(csv: string, { mostRows, hasExtraCells }: Required<Rules>): Promise<Row[]> {
  const source = streamText(csv)
  const parser = source.pipe(
    parse({
      bom: true,
      delimiter: findDelimiter(csv),
      info: true,
      relax_column_count_less: true,
      // Where a row of ours has a cell too many, which cell belongs to which column is a guess.
      relax_column_count_more: hasExtraCells,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The head, and one row more than is allowed.
      to: mostRows + 2,
    }),
  )
  const rows: Row[] = []
  const pause = createPause()
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      await pause()
      rows.push({ line: info.lines, cells: record.map(cleanCell) })
    }
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('csv', 'CSV_UNREADABLE', { detail: error.message.slice(0, 200) })
  } finally {
    source.destroy()
  }
}

/** From the head: an amount may have a comma in it where semicolons separate the cells. */
function findDelimiter(csv: string): string {
  const [head = ''] = csv.split('\n', 1)
  return [';', '\t'].find((sign) => head.includes(sign)) ?? ','
}

/** A cell that had an apostrophe before its formula has two. */
function cleanCell(cell: string): string {
  return cleanText(readCell(cell.trim()))
}

/** What is wrong with a row of a file, and in which column; null if it concerns the whole row. */
export type RowProblem = { column: string | null; problem: Problem }

type Imported = { results: { problem: string | null }[] }

/** An import's report from core; the edge adds the texts of its problems. */
export type UnwordedImport<Report extends Imported> = Omit<Report, 'results'> & {
  results: (Omit<Report['results'][number], 'problem'> & { problem: RowProblem | null })[]
}
