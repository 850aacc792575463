type Cell = string | number | Date | null

/** Spreadsheets run a cell that begins with one of these. One that is defused already gets one more: reading takes one off. */
const FORMULA = /^'*[=+\-@\t\r\0]/

/**
 * RFC 4180, with a mark of its encoding for spreadsheets. A text that would be run as a formula gets an apostrophe before
 * it; a number stays a number.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(writeCell).join(','))
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : cell
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
