import { STATEMENT_MAX_ROWS } from '@chuma/contract/books/reconciliation'
import { type Problem, problem } from '@chuma/contract/problems'
import type { StatementLine } from '@chuma/db/queries/books/provider-statements'
import { invalidField } from '../app-error.ts'
import { readCsv } from '../read-csv.ts'

/** `row` is the line number in the file, from 1. */
export type RowError = { row: number; problem: Problem }
export type ReadLine = StatementLine & { row: number }
type Column = 'receipt' | 'amount' | 'number' | 'completedAt'

/** The column names in exports, ignoring case and anything but letters. */
const NAMES: Record<string, Column> = {
  receipt: 'receipt',
  receiptno: 'receipt',
  receiptnumber: 'receipt',
  transactionid: 'receipt',
  amount: 'amount',
  amountkes: 'amount',
  withdrawn: 'amount',
  number: 'number',
  phone: 'number',
  phonenumber: 'number',
  mpesanumber: 'number',
  completedat: 'completedAt',
  completiontime: 'completedAt',
  completed: 'completedAt',
}
const NEEDED: readonly Column[] = ['receipt', 'amount', 'completedAt']

/**
 * Read a provider's statement. A time without an offset is in the business's time zone. Only the number's end is kept.
 * @throws AppError INVALID_INPUT for a file that cannot be read, lacks a column or is too long
 */
export function readStatement(csv: string, timeZone: string): { lines: ReadLine[]; errors: RowError[] } {
  const { head, rows } = readCsv(csv, { mostRows: STATEMENT_MAX_ROWS, hasExtraCells: true })
  const columns = head.map((name) => NAMES[name.toLowerCase().replaceAll(/[^a-z]/g, '')])
  const missing = NEEDED.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw invalidField('csv', 'COLUMNS_MISSING', { columns: ['receipt', 'amount', 'completed at'] })
  }
  const lines: ReadLine[] = []
  const errors: RowError[] = []
  for (const { line: row, cells } of rows) {
    const read = readLine((column) => cells[columns.indexOf(column)] ?? '', timeZone)
    if ('code' in read) errors.push({ row, problem: read })
    else lines.push({ ...read, row })
  }
  return { lines, errors }
}

function readLine(cell: (column: Column) => string, timeZone: string): StatementLine | Problem {
  const receipt = cell('receipt').toUpperCase()
  if (!/^[A-Z0-9]{6,20}$/.test(receipt)) return problem('NOT_A_RECEIPT')
  const amountKes = readAmount(cell('amount'))
  if (amountKes === null) return problem('NOT_WHOLE_SHILLINGS')
  const number = cell('number').replaceAll(/[\s+*•x-]/gi, '')
  if (number !== '' && !/^\d{3,12}$/.test(number)) return problem('NOT_A_PHONE_NUMBER')
  const completedAt = readMoment(cell('completedAt'), timeZone)
  if (completedAt === null) return problem('NOT_A_FILE_MOMENT')
  return { receipt, amountKes, numberEnd: number === '' ? null : number.slice(-3), completedAt }
}

function readAmount(text: string): number | null {
  const match = /^(?:KES|KSH)?\.?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.0{1,2})?$/i.exec(text)
  const amount = Number(match?.[1]?.replaceAll(',', '') ?? 0)
  return amount > 0 && amount <= 1_000_000_000 ? amount : null
}

const YEAR_FIRST = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?$/
const DAY_FIRST = /^(\d\d)[-/](\d\d)[-/](\d{4}) (\d\d):(\d\d)(?::(\d\d))?$/

function readMoment(text: string, timeZone: string): string | null {
  const yearFirst = YEAR_FIRST.exec(text)
  const dayFirst = DAY_FIRST.exec(text)
  const [, year, month, day, hour, minute, second = '00', offset] =
    yearFirst ?? (dayFirst ? reorder(dayFirst) : [])
  if (!year || !month || !day || !hour || !minute) return null
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  // A day that does not exist in the calendar is parsed as another day.
  const moment = new Date(`${local}Z`)
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(local)) return null
  if (year < '2000') return null
  return offset ? `${local}${offset}` : `${local.replace('T', ' ')} ${timeZone}`
}

function reorder([all, day, month, year, ...rest]: RegExpExecArray) {
  return [all, year, month, day, ...rest]
}
