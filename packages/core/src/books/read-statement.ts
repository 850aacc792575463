import { STATEMENT_MAX_ROWS } from '@chuma/contract/books/reconciliation'
import { type Problem, problem } from '@chuma/contract/problems'
import type { StatementLine } from '@chuma/db/queries/books/provider-statements'
import { parse } from 'csv-parse/sync'
import { invalidField } from '../app-error.ts'

/** `row` is the line of the file, from 1 on. */
export type RowError = { row: number; problem: Problem }
export type ReadLine = StatementLine & { row: number }
type Column = 'receipt' | 'amount' | 'number' | 'completedAt'

/** How exports call their columns, without regard to case and anything that is no letter. */
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
 * Reads a statement's text. A time without an offset is the business's own. Of the number only the end is kept.
 * @throws AppError INVALID_INPUT when it is no table, lacks a column or is too long
 */
export function readStatement(csv: string, timeZone: string): { lines: ReadLine[]; errors: RowError[] } {
  const [header, ...rows] = readTable(csv)
  const columns = (header?.record ?? []).map((name) => NAMES[name.toLowerCase().replaceAll(/[^a-z]/g, '')])
  const missing = NEEDED.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw invalidField('csv', 'COLUMNS_MISSING', { columns: ['receipt', 'amount', 'completed at'] })
  }
  if (rows.length > STATEMENT_MAX_ROWS) {
    throw invalidField('csv', 'TOO_MANY_ROWS', { max: STATEMENT_MAX_ROWS })
  }
  const lines: ReadLine[] = []
  const errors: RowError[] = []
  for (const { record, info } of rows) {
    const cell = (column: Column) => record[columns.indexOf(column)]?.trim() ?? ''
    const read = readLine(cell, timeZone)
    if ('code' in read) errors.push({ row: info.lines, problem: read })
    else lines.push({ ...read, row: info.lines })
  }
  return { lines, errors }
}

type Parsed = { record: string[]; info: { lines: number } }

function readTable(csv: string): Parsed[] {
  try {
    return parse(csv, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    }) as unknown as Parsed[]
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 0
    throw invalidField('csv', 'CSV_UNREADABLE_AT', { line })
  }
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
  // A day that no calendar has comes back as another one.
  const moment = new Date(`${local}Z`)
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(local)) return null
  if (year < '2000') return null
  return offset ? `${local}${offset}` : `${local.replace('T', ' ')} ${timeZone}`
}

function reorder([all, day, month, year, ...rest]: RegExpExecArray) {
  return [all, year, month, day, ...rest]
}
