import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import { type Cell, type Column, codeIn, type FileRow, numberIn, wordsIn } from './columns.ts'

export type Piece = string | Uint8Array<ArrayBuffer>

/** Writes a file piece by piece. */
export type FileWriter = {
  begin: Piece
  write: (rows: readonly FileRow[]) => Piece
  end: () => Piece
}

const INSIDE = { codes: codeIn, numbers: numberIn, words: wordsIn }
/** How closed answers are written. */
export type Cells = keyof typeof INSIDE

/** SPSS, PSPP and many readers of Triple-S end a person's row at the first line break, also in quotes. */
export const onOneLine = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ') : cell

export function writeCsv(columns: readonly Column[], cells: Cells): FileWriter {
  const say = INSIDE[cells]
  return {
    begin: toCsv(
      columns.map(({ name }) => name),
      [],
    ),
    write: (rows) =>
      toCsvRows(
        rows.map((row) =>
          columns.map((column) => {
            const cell = say(column, column.read(row))
            return cells === 'words' ? cell : onOneLine(cell)
          }),
        ),
      ),
    end: () => '',
  }
}

export function writeJson(columns: readonly Column[], cells: Cells): FileWriter {
  const say = INSIDE[cells]
  let isFirst = true
  const toLine = (row: FileRow) => {
    const line = JSON.stringify(
      Object.fromEntries(columns.map((column) => [column.name, say(column, column.read(row))])),
    )
    const between = isFirst ? '' : ','
    isFirst = false
    return `${between}\n${line}`
  }
  return { begin: '[', write: (rows) => rows.map(toLine).join(''), end: () => '\n]\n' }
}
