import type { BankMapping } from '@chuma/contract/books/statement-mapping'
import { problem } from '@chuma/contract/problems'
import { invalidField } from '../../app-error.ts'
import { inTurns } from '../../in-turns.ts'
import { nameOf, ORDER_OF, SIDES } from './layouts.ts'
import { type FileRow, findHead } from './parse-file.ts'
import { findPurpose } from './purposes.ts'
import { findNumberEnd, readCents, readMoment, shortenDetails } from './read-cells.ts'
import { type ReadFile, type ReadRow, readRow, readRows } from './read-row.ts'

export const SIGNS = { comma: ',', semicolon: ';', tab: '\t' } as const

/**
 * Read a bank's statement as a mapping says.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read, its header lacks a mapped column, or a column that the
 * mapping leaves out says which way the money went
 */
export async function readBank(csv: string, mapping: BankMapping, timeZone: string): Promise<ReadFile> {
  const head = findHead(csv, mapping.headerRow, SIGNS[mapping.delimiter])
  const names = head.names.map(nameOf)
  const { date, amount, debit, credit, side, reference, description, balance } = mapping
  const wanted = [date, amount, debit, credit, side, reference, description, balance].filter((name) => name)
  const missing = wanted.filter((name = '') => !names.includes(nameOf(name))) as string[]
  if (missing.length > 0)
    throw invalidField('csv', 'HEADER_ROW_WITHOUT', { row: mapping.headerRow, columns: missing })
  const cellOf = (cells: readonly string[], name: string | undefined) =>
    name ? (cells[names.indexOf(nameOf(name))] ?? '') : ''
  const order = ORDER_OF[mapping.dateFormat]
  const { rows, leftOut } = await readRows(csv, head, (cells) => ({
    isKeyed: readMoment(cellOf(cells, date), timeZone, order) !== null,
    amounts: [amount, debit, credit, balance].map((name) => cellOf(cells, name)),
  }))
  if (amount && !side) requireNoSide(head.names, rows)
  const terms = { mapping, timeZone, cellOf }
  const read: ReadRow[] = []
  for await (const some of inTurns(rows))
    read.push(...some.map(({ row, cells }) => readMovement(row, cells, terms)))
  return { leftOut, rows: read }
}

type Terms = {
  mapping: BankMapping
  timeZone: string
  cellOf: (cells: readonly string[], name: string | undefined) => string
}

function readMovement(row: number, cells: string[], { mapping, timeZone, cellOf }: Terms): ReadRow {
  const { date, dateFormat, amount, debit, credit, side, reference, description, balance } = mapping
  const cell = (name: string | undefined) => cellOf(cells, name)
  return readRow(row, cells, (fail) => {
    const moment = readMoment(cell(date), timeZone, ORDER_OF[dateFormat])
    if (moment === null) return fail(date, problem('NOT_A_FILE_DAY', { format: dateFormat }))
    const read = amount
      ? readSigned(cell(amount), side ? { name: side, text: cell(side) } : undefined)
      : readSides(cell(debit), cell(credit))
    if (typeof read !== 'number') {
      return fail(read.column ?? amount ?? (read.isDebit ? debit : credit) ?? '', read.problem)
    }
    const balanceCents = readCents(cell(balance))
    if (balanceCents === null && !/^-?$/.test(cell(balance)))
      return fail(balance ?? '', problem('NOT_AN_AMOUNT'))
    const text = shortenDetails(cell(description))
    const said = { status: null, amountCents: read, text, hasLink: false, isProviders: false, hasParty: true }
    return {
      receipt: readReference(cell(reference)),
      linkedReceipt: null,
      purpose: findPurpose(said),
      amountCents: read,
      balanceCents,
      numberEnd: findNumberEnd(cell(description)),
      details: text,
      moment,
      momentColumn: date,
    }
  })
}

/** Without it, money that left would be read as money that came in. */
function requireNoSide(names: readonly string[], rows: readonly FileRow[]): void {
  const [column] = names.filter(
    (_, at) =>
      rows.length > 0 && rows.every(({ cells }) => /^(dr|cr|debit|credit|d|c)\.?$/i.test(cells[at] ?? '')),
  )
  if (column !== undefined) throw invalidField('bank.mapping.side', 'SIDE_UNMAPPED', { column })
}

/** Banks' references have spaces and signs; what is typed beside a payment is compared without case. */
function readReference(text: string): string | null {
  const reference = text.toUpperCase().replaceAll(/\s+/g, ' ')
  return /^[A-Z0-9][A-Z0-9 /._-]{1,39}$/.test(reference) ? reference : null
}

type Wrong = { isDebit: boolean; problem: ReturnType<typeof problem>; column?: string }

function readSigned(text: string, side: { name: string; text: string } | undefined): number | Wrong {
  const cents = readCents(text)
  if (cents === null) return { isDebit: true, problem: problem('NOT_AN_AMOUNT') }
  if (cents === 0) return { isDebit: true, problem: problem('AMOUNT_IN_NEITHER') }
  if (!side) return cents
  const sign = SIDES.get(nameOf(side.text) || side.text.trim())
  return sign ? sign * Math.abs(cents) : { isDebit: true, problem: problem('NOT_A_SIDE'), column: side.name }
}

/** Money out may be written with or without a minus. */
function readSides(debit: string, credit: string): number | Wrong {
  const [out, into] = [debit, credit].map((text) => (text === '' || text === '-' ? 0 : readCents(text)))
  if (out === null || out === undefined) return { isDebit: true, problem: problem('NOT_AN_AMOUNT') }
  if (into === null || into === undefined || into < 0) {
    return { isDebit: false, problem: problem('NOT_AN_AMOUNT') }
  }
  if (out !== 0 && into !== 0) return { isDebit: true, problem: problem('AMOUNT_IN_BOTH') }
  if (out === 0 && into === 0) return { isDebit: true, problem: problem('AMOUNT_IN_NEITHER') }
  return out === 0 ? into : -Math.abs(out)
}
