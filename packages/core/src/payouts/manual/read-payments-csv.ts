import { MOST_PAYMENT_ROWS } from '@chuma/contract/payouts/manual-payments'
import { invalidField } from '../../app-error.ts'
import { cleanCell, parseTable } from '../../parse-table.ts'

export type PaymentRow = {
  line: number
  id: string
  reference: string
  /** As it was written; undefined where the file has no such column. */
  amount: string | undefined
}

const ID = ['withdrawal id', 'id']
const REFERENCE = ['reference', 'receipt']
const AMOUNT = ['amount kes', 'amount']

/**
 * Reads a table with a head, as our own file or a spreadsheet's: commas or semicolons, with or without a mark of its
 * encoding. What it says is not judged here.
 * @throws AppError INVALID_INPUT for what is no such table, or has more rows than one request pays
 */
export function readPaymentsCsv(csv: string): PaymentRow[] {
  const { names, rows } = parseTable(csv, MOST_PAYMENT_ROWS)
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const [id, reference, amount] = [find(ID), find(REFERENCE), find(AMOUNT)]
  if (id < 0 || reference < 0) {
    throw invalidField('csv', 'COLUMNS_MISSING', { columns: ['Withdrawal ID', 'Reference'] })
  }
  return rows.map(({ record, info }) => ({
    line: info.lines,
    id: cleanCell(record[id]).toLowerCase(),
    reference: cleanCell(record[reference]),
    amount: amount < 0 ? undefined : cleanCell(record[amount]),
  }))
}
