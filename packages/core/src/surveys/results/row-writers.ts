import type { ExportResultsInput } from '@chuma/contract/surveys/results'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import type { RespondentRow } from '@chuma/db/queries/surveys/respondents'
import { type Cell, type Column, listColumns } from './list-columns.ts'
import type { ReadSurvey } from './read-survey.ts'
import { readTripleSField } from './triple-s/triple-s.ts'

/** Writes a file piece by piece. */
export type RowWriter = {
  begin: string
  write: (rows: readonly RespondentRow[], isFirst: boolean) => string
  end: string
  /** How many rows are written in one go: other requests wait for so many cells. */
  atOnce: number
}

const CELLS_AT_ONCE = 20_000

type Chosen = Pick<ExportResultsInput, 'format' | 'cells'>

/** Choose how the rows of a file are written. */
export function writeRows(
  { variables }: Pick<ReadSurvey, 'variables'>,
  { format, cells }: Chosen,
): RowWriter {
  const columns = variables.flatMap(listColumns)
  const cellOf = (column: Column, row: RespondentRow) =>
    cells === 'words' ? inWords(column, column.read(row)) : column.read(row)
  if (format === 'json') return writeJson(columns, cellOf)
  const fields =
    format === 'triple-s'
      ? variables.map((variable) => (row: RespondentRow) => readTripleSField(variable, row))
      : columns.map((column) => (row: RespondentRow) => cellOf(column, row))
  const names =
    format === 'triple-s' ? variables.map((_, at) => `v${at + 4}`) : columns.map(({ name }) => name)
  return {
    begin: toCsv(['respondent', 'day', 'seconds', ...names], []),
    write: (rows) =>
      toCsvRows(
        rows.map((row) => [
          row.respondent,
          format === 'triple-s' ? (row.day?.replaceAll('-', '') ?? null) : row.day,
          row.seconds,
          ...fields.map((read) => (cells === 'words' ? read(row) : onOneLine(read(row)))),
        ]),
      ),
    end: '',
    atOnce: Math.ceil(CELLS_AT_ONCE / columns.length),
  }
}

/** SPSS, PSPP and many readers of Triple-S end a person's row at the first line break, also in quotes. */
const onOneLine = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ') : cell

function writeJson(
  columns: readonly Column[],
  cellOf: (column: Column, row: RespondentRow) => Cell,
): RowWriter {
  const toLine = (row: RespondentRow) => {
    const { respondent, day, seconds } = row
    const answers = Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)]))
    return JSON.stringify({ respondent, day, seconds, ...answers })
  }
  return {
    begin: '[',
    write: (rows, isFirst) =>
      rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${toLine(row)}`).join(''),
    end: '\n]\n',
    atOnce: Math.ceil(CELLS_AT_ONCE / columns.length),
  }
}

const inWords = ({ codes }: Column, cell: Cell): Cell =>
  codes.find(({ code }) => code === cell)?.label ?? cell
