/** Signs of a number that are written as they are. */
type Literal = { literal: string }
export type CsvCell = string | number | Date | Literal | null

/**
 * Write digits unchanged: decimals of a fixed number, or bits. Only for files that programs read, because a spreadsheet drops their zeros; zeros in
 * front are quoted.
 * @throws Error for anything but a plain number
 */
export function literal(text: string): Literal {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new Error(`not a plain number: ${text}`)
  return { literal: text }
}

/**
 * Where a spreadsheet begins to read a cell: at its start, and also after a separator or a line break inside it, because many
 * locales separate cells by semicolons. Spaces and marks that nobody sees do not stop it; nor does a full-width or small sign.
 */
const FORMULA = /(^|[;|\t\r\n])((?:[^\S\t\r\n]|\p{Cf})*)(?='*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu
const DEFUSED = /(^|[;|\t\r\n])((?:[^\S\t\r\n]|\p{Cf})*)'(?='*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu
const CONTROL_FIRST = /^'*[\t\r\0]/

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/**
 * Texts of digits and the signs of numbers, amounts, days and times in some locale. A spreadsheet saves them as another value: a
 * leading zero goes, twelve digits become 2.5E+11, 3-4 becomes a day, and 50% becomes 50.00%.
 */
const NUMBER_LIKE = /^'*(?:k(?:es|sh)\.?\s*)?[\p{Sc}(]?\s*[.,]?\d[\d\s.,:/()'’%\p{Sc}-]*$/iu
const NAMED = new RegExp(
  String.raw`^'*(?:\d+(?:[.,]\d*)?e[+-]?\d+|\d{1,2}(?::\d\d){0,2} ?[ap]m?|\d{1,2}[- /]?${MONTH}(?:[- /]?\d{1,4})?|${MONTH}[- /]?\d{1,4})$`,
  'i',
)
/** Short numbers, and whole days and moments as we write them, survive. */
const SURVIVES =
  /^(?:(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+Z)?)?)?)$/

/** Full-width digits are digits too. */
function isChanged(text: string): boolean {
  const plain = text.normalize('NFKC')
  return (NUMBER_LIKE.test(plain) && !SURVIVES.test(text)) || NAMED.test(plain)
}

/**
 * Write RFC 4180 with a byte order mark for spreadsheets. A text that a spreadsheet would run as a formula, or change, gets an
 * apostrophe in front, which stays when the file is saved; `readCell` takes it off. A number stays a number.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[], timeZone = 'UTC') {
  return `\ufeff${toCsvRows([header, ...rows], timeZone)}`
}

/** Write more rows of a file that `toCsv` began. Moments are written in the time zone, which their column names. */
export function toCsvRows(rows: readonly (readonly CsvCell[])[], timeZone = 'UTC'): string {
  return rows.map((cells) => `${cells.map((cell) => writeCell(cell, timeZone)).join(',')}\r\n`).join('')
}

function writeCell(cell: CsvCell, timeZone: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object' && 'literal' in cell)
    return /^0\d/.test(cell.literal) ? `"${cell.literal}"` : cell.literal
  const safe = cell instanceof Date ? inZone(cell, timeZone) : guard(cell)
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

function guard(text: string): string {
  const defused = text.replace(FORMULA, "$1$2'")
  return CONTROL_FIRST.test(defused) || isChanged(defused) ? `'${defused}` : defused
}

/** Take the apostrophes off that `toCsv` wrote. */
export function readCell(text: string): string {
  const bare = /^'/.test(text) && (CONTROL_FIRST.test(text) || isChanged(text)) ? text.slice(1) : text
  return bare.includes("'") ? bare.replace(DEFUSED, '$1$2') : bare
}

/** By time zone: making one takes longer than writing a thousand moments with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-11-29 00:00:29`, as a member's statement has it. In UTC, for programs: `2026-11-28T21:00:29.280Z`. */
function inZone(moment: Date, timeZone: string): string {
  if (timeZone === 'UTC') return moment.toISOString()
  const known = formats.get(timeZone)
  const format =
    known ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  if (!known) formats.set(timeZone, format)
  return format.format(moment)
}
