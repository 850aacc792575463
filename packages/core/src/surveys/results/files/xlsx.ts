import { type Cell, type Column, wordsIn } from './columns.ts'
import type { FileWriter } from './text-files.ts'
import { openWorkbook, STYLE, toNumber, toText, type Written, writeRow } from './workbook.ts'

/** Day 0 of a spreadsheet. */
const EPOCH = Date.UTC(1899, 11, 30)

/** Write a workbook: the answers in words, a row for each person, and the codebook. */
export function writeXlsx(columns: readonly Column[]): FileWriter {
  const book = openWorkbook(['Answers', 'Codebook'])
  const answers = book.openSheet('Answers', { freezes: 'head' })
  let line = 1
  answers.push(writeHead(columns.map(({ name }) => name)))
  return {
    begin: book.take(),
    write: (rows) => {
      const lines = rows.map((row) => {
        line += 1
        return writeRow(
          line,
          columns.map((column) => writeCell(column, wordsIn(column, column.read(row)))),
        )
      })
      answers.push(lines.join(''))
      return book.take()
    },
    end: () => {
      answers.end()
      const codebook = book.openSheet('Codebook', { freezes: 'head' })
      codebook.push(writeCodebook(columns))
      codebook.end()
      book.end()
      return book.take()
    },
  }
}

const writeHead = (names: readonly string[]) =>
  writeRow(
    1,
    names.map((name) => toText(name, STYLE.head)),
  )

function writeCell({ type }: Column, cell: Cell): Written | null {
  if (cell === null || cell === '') return null
  if (type === 'date' || type === 'time' || type === 'date-time')
    return toNumber(daysOf(String(cell)), STYLE[type])
  return typeof cell === 'number' ? toNumber(cell) : toText(cell)
}

/** Since day 0, or since midnight. */
function daysOf(moment: string): number {
  if (!moment.includes('-')) return Date.parse(`1970-01-01T${moment}Z`) / 86_400_000
  return (Date.parse(moment.includes('T') ? `${moment}Z` : moment) - EPOCH) / 86_400_000
}

const CODEBOOK_HEAD = ['variable', 'question', 'item', 'type', 'code', 'number', 'label', 'missing']

/** List what columns and codes mean: a row for each code of a column. */
export function listCodebook(columns: readonly Column[]): { head: string[]; rows: Cell[][] } {
  const rows = columns.flatMap(({ name, question, item, type, codes, steps }): Cell[][] => {
    const own = [name, question, item, type]
    if (codes.length > 0)
      return codes.map(({ code, number, label, isMissing }) => [
        ...own,
        code,
        number,
        label,
        isMissing ? 'yes' : null,
      ])
    if (steps.length > 0) return steps.map(({ value }) => [...own, value, value, String(value), null])
    return [[...own, null, null, null, null]]
  })
  return { head: CODEBOOK_HEAD, rows }
}

function writeCodebook(columns: readonly Column[]): string {
  const { head, rows } = listCodebook(columns)
  const lines = rows.map((cells, at) =>
    writeRow(
      at + 2,
      cells.map((cell) => (cell === null ? null : typeof cell === 'number' ? toNumber(cell) : toText(cell))),
    ),
  )
  return `${writeHead(head)}${lines.join('')}`
}
