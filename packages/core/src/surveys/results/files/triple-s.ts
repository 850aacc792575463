import { type CsvCell, literal, toCsv, toCsvRows } from '@chuma/contract/to-csv'
import { type Column, type FileRow, labelOfColumn, numberIn } from './columns.ts'
import { type FileWriter, onOneLine } from './text-files.ts'

/** The longest open answer. */
const MAX_WORDS = 2000

/** A variable of a Triple-S data set, which is one field of the data. */
type Field = { name: string; columns: readonly Column[] }

/** Several choices are one field. */
function listFields(columns: readonly Column[]): Field[] {
  const sets = Map.groupBy(columns, ({ name, set }) => set ?? name)
  return [...sets].map(([name, own]) => ({ name, columns: own }))
}

/**
 * Write the metadata of a Triple-S data set, version 3.0, whose data is the CSV file `chuma-triple-s.csv` in the same folder: a variable is a field, and
 * several choices are one field of 0 and 1, one for each choice that the question ever offered.
 */
export function describeTripleS(title: string, columns: readonly Column[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<sss version="3.0">',
    '<origin>Chuma</origin>',
    '<survey>',
    `<title>${escapeXml(title)}</title>`,
    '<record ident="A" href="chuma-triple-s.csv" format="csv" encoding="UTF-8" skip="1">',
    ...listFields(columns).flatMap(describeField),
    '</record>',
    '</survey>',
    '</sss>',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function describeField({ name, columns }: Field, at: number): string[] {
  const [first] = columns
  if (!first) return []
  const { type, values } = describeValues(first, columns)
  return [
    `<variable ident="${at + 1}" type="${type}"${first.type === 'id' ? ' use="serial"' : ''}>`,
    `<name>${escapeXml(name)}</name>`,
    `<label>${escapeXml(first.set === null ? labelOfColumn(first) : first.question)}</label>`,
    `<position start="${at + 1}"/>`,
    ...values,
    '</variable>',
  ]
}

function describeValues(first: Column, columns: readonly Column[]): { type: string; values: string[] } {
  if (first.set !== null)
    return {
      type: 'multiple',
      values: inValues(columns.map(({ place, item }) => toValue(place, item ?? ''))),
    }
  if (first.type === 'date' || first.type === 'time') return { type: first.type, values: [] }
  if (first.type === 'number') return { type: 'quantity', values: inValues(describeRange(first)) }
  if (first.codes.length > 0)
    return {
      type: 'single',
      values: inValues(first.codes.map(({ number, label }) => toValue(number, label))),
    }
  // Programs compute means from scores: the code of a scale's 0 is 1.
  if (first.steps.length > 0)
    return {
      type: 'single',
      values: inValues(
        first.steps.map(({ value, place }) => toValue(place, String(value), ` score="${value}"`)),
      ),
    }
  const size = first.type === 'id' ? first.bytes : first.type === 'date-time' ? MOMENT_SIZE : MAX_WORDS
  return { type: 'character', values: [`<size>${size}</size>`] }
}

/** `2026-11-30 14:05`: Triple-S has days and times, and nothing for both. */
const MOMENT_SIZE = 16

/** The values for what was answered instead of a number are in the range too. Only those that are not negative can have a label. */
function describeRange({ range: { min, max }, decimals, codes }: Column): string[] {
  const numbers = [min, max, ...codes.map(({ number }) => number)]
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)].map((bound) => bound.toFixed(decimals))
  const named = codes.filter(({ number }) => number >= 0).map(({ number, label }) => toValue(number, label))
  return [`<range from="${from}" to="${to}"/>`, ...named]
}

const inValues = (values: readonly string[]) => ['<values>', ...values, '</values>']
const toValue = (code: number, words: string, score = '') =>
  `<value code="${code}"${score}>${escapeXml(words)}</value>`

/** Write the data of a Triple-S data set by the rules of its CSV: as many decimals as declared, and bits that begin with 0 in quotes. */
export function writeTripleS(columns: readonly Column[]): FileWriter {
  const fields = listFields(columns)
  return {
    begin: toCsv(
      fields.map(({ name }) => name),
      [],
    ),
    write: (rows) => toCsvRows(rows.map((row) => fields.map((field) => readField(field, row)))),
    end: () => '',
  }
}

function readField({ columns }: Field, row: FileRow): CsvCell {
  const [first] = columns
  if (!first) return null
  if (first.set !== null) return readBits(columns, row)
  const cell = first.read(row)
  if (cell === null) return null
  if (first.type === 'date') return literal(String(cell).replaceAll('-', ''))
  if (first.type === 'time') return literal(`${String(cell).replace(':', '')}00`)
  if (first.type === 'date-time') return String(cell).replace('T', ' ')
  if (first.type === 'number') {
    const number = numberIn(first, cell)
    return typeof number === 'number' ? literal(number.toFixed(first.decimals)) : null
  }
  // The answer to an earlier wording is none of the values.
  if (first.codes.length > 0)
    return first.codes.some(({ value }) => value === cell) ? numberIn(first, cell) : null
  if (first.steps.length > 0) return first.steps.find(({ value }) => value === cell)?.place ?? null
  return typeof cell === 'number' ? literal(cell.toFixed(first.decimals)) : onOneLine(cell)
}

/** A bit for each place: a choice that this version does not offer is not chosen. */
function readBits(columns: readonly Column[], row: FileRow): CsvCell {
  const cells = columns.map(({ place, read }) => ({ place, cell: read(row) }))
  if (cells.every(({ cell }) => cell === null)) return null
  const bits = Array<string>(Math.max(...cells.map(({ place }) => place))).fill('0')
  for (const { place, cell } of cells) if (cell === '1') bits[place - 1] = '1'
  return literal(bits.join(''))
}

/** What XML cannot contain is left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .trim()
}
