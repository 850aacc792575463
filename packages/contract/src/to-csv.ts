type Cell = string | number | Date | null

/** Spreadsheets run cells with these beginnings. A defused cell gets another apostrophe, because reading removes one. */
const FORMULA = /^'*[=+\-@\t\r\0]/

/**
 * Write RFC 4180 with a byte order mark for spreadsheets. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front; a number stays a number.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${toCsvRows([header, ...rows])}`
}

/** Write more rows of a file that `toCsv` began. */
export function toCsvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : cell
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
