import { problem } from '@chuma/contract/problems'
import { invalidField } from '../../app-error.ts'
import { DELIMITERS, listFirstLines, nameOf, parseRows, splitLine } from './parse-file.ts'
import { findPurpose } from './purposes.ts'
import { findNumberEnd, readCents, readMoment, shortenDetails } from './read-cells.ts'
import { type ReadRow, readRow } from './read-row.ts'

type Column =
  | 'receipt'
  | 'completed'
  | 'status'
  | 'paidIn'
  | 'withdrawn'
  | 'amount'
  | 'balance'
  | 'details'
  | 'reason'
  | 'party'
  | 'number'
  | 'linked'

/** Column names of the organisation portal's layouts, and of a plain list of payments. */
const NAMES: Readonly<Record<string, Column>> = {
  receipt: 'receipt',
  receiptno: 'receipt',
  receiptnumber: 'receipt',
  transactionid: 'receipt',
  completedat: 'completed',
  completiontime: 'completed',
  completed: 'completed',
  status: 'status',
  transactionstatus: 'status',
  paidin: 'paidIn',
  withdrawn: 'withdrawn',
  amount: 'amount',
  amountkes: 'amount',
  balance: 'balance',
  details: 'details',
  reasontype: 'reason',
  otherpartyinfo: 'party',
  number: 'number',
  phone: 'number',
  phonenumber: 'number',
  mpesanumber: 'number',
  linkedtransactionid: 'linked',
}
const NEEDED = ['Receipt No.', 'Completion Time', 'Paid In', 'Withdrawn']

/**
 * Read a statement of the M-Pesa organisation portal. Its preamble, the order of its columns and the last ones vary, so the header is
 * found by its names. A plain list of payments with the columns receipt, amount and completed at is read too.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read; a row that cannot be says so itself
 */
export function readPortal(csv: string, timeZone: string): ReadRow[] {
  const { columns, names, ...found } = findHeader(csv)
  const nameOfColumn = (column: Column) => names[columns.indexOf(column)] ?? column
  const has = (column: Column) => columns.includes(column)
  return parseRows(csv, found).map(({ row, cells }) =>
    readRow(row, cells, (fail) => {
      const cell = (column: Column) => (has(column) ? (cells[columns.indexOf(column)] ?? '') : '')
      const receipt = cell('receipt').toUpperCase()
      if (!/^[A-Z0-9]{6,20}$/.test(receipt)) return fail(nameOfColumn('receipt'), problem('NOT_A_RECEIPT'))
      const moment = readMoment(cell('completed'), timeZone)
      if (moment === null) return fail(nameOfColumn('completed'), problem('NOT_A_FILE_MOMENT'))
      const status = has('status') ? cell('status') : null
      const amount = has('amount') && !has('withdrawn') ? readPlain(cell('amount')) : readTwo(cell)
      if (typeof amount !== 'number') return fail(nameOfColumn(amount.column), amount.problem)
      const number = cell('number').replaceAll(/[\s+*•x-]/gi, '')
      if (number !== '' && !/^\d{3,12}$/.test(number)) {
        return fail(nameOfColumn('number'), problem('NOT_A_PHONE_NUMBER'))
      }
      const text = `${cell('reason')}\n${shortenDetails(cell('details'))}`
      const linked = cell('linked').toUpperCase()
      const said = { status, amountCents: amount, text, hasLink: linked !== '' }
      const purpose = findPurpose(said)
      if (amount === 0 && purpose !== 'failed' && purpose !== 'pending') {
        return fail(nameOfColumn('withdrawn'), problem('AMOUNT_IN_NEITHER'))
      }
      return {
        receipt,
        linkedReceipt: /^[A-Z0-9]{6,20}$/.test(linked) ? linked : null,
        purpose,
        amountCents: amount,
        balanceCents: readCents(cell('balance')),
        numberEnd: number === '' ? findNumberEnd(`${cell('party')} ${cell('details')}`) : number.slice(-3),
        details: shortenDetails(cell('details') || cell('reason')),
        moment,
        momentColumn: nameOfColumn('completed'),
      }
    }),
  )
}

/** A plain list names payments, so its amounts are above zero. */
function readPlain(text: string) {
  const cents = readCents(text)
  if (cents === null || cents <= 0) return { column: 'amount', problem: problem('NOT_AN_AMOUNT') } as const
  return -cents
}

/** The portal writes money that left below zero, in a column of its own; an empty cell, or a zero, means none. */
function readTwo(cell: (column: Column) => string) {
  const [paidIn, withdrawn] = [readOptional(cell('paidIn')), readOptional(cell('withdrawn'))]
  if (paidIn === null || paidIn < 0) return { column: 'paidIn', problem: problem('NOT_AN_AMOUNT') } as const
  if (withdrawn === null) return { column: 'withdrawn', problem: problem('NOT_AN_AMOUNT') } as const
  if (paidIn !== 0 && withdrawn !== 0) {
    return { column: 'withdrawn', problem: problem('AMOUNT_IN_BOTH') } as const
  }
  return withdrawn === 0 ? paidIn : -Math.abs(withdrawn)
}

const readOptional = (text: string) => (/^-?$/.test(text) ? 0 : readCents(text))

function findHeader(csv: string) {
  for (const [index, line] of listFirstLines(csv).entries()) {
    for (const delimiter of DELIMITERS) {
      const names = splitLine(line, delimiter)
      const columns = names.map((name) => NAMES[nameOf(name)])
      const has = (column: Column) => columns.includes(column)
      if (has('receipt') && has('completed') && (has('withdrawn') || has('amount'))) {
        return { headerRow: index + 1, delimiter, columns, names }
      }
    }
  }
  throw invalidField('csv', 'HEADER_MISSING', { columns: NEEDED })
}
