import { MOST_PAYMENT_ROWS } from '@chuma/contract/payouts/manual-payments'
import { invalidField } from '../../app-error.ts'
import { readCsv } from '../../read-csv.ts'

export type PaymentRow = {
  line: number
  id: string
  reference: string
  /** As written; undefined if the file has no such column. */
  amount: string | undefined
  /** The name of the paid account, from the bank; undefined if the file has no such column. */
  receiver: string | undefined
}

const ID = ['withdrawal id', 'id']
const REFERENCE = ['reference', 'receipt']
const AMOUNT = ['amount kes', 'amount']
/** Not `account name` and `member`, which the export has filled in. */
const RECEIVER = ['receiver', 'receiver name', 'received by', 'beneficiary', 'beneficiary name']

/**
 * Read a file of payments. What its cells say is judged elsewhere.
 * @throws AppError INVALID_INPUT for a file that cannot be read, lacks a column, or has more rows than one request pays
 */
export async function readPaymentsCsv(csv: string): Promise<PaymentRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MOST_PAYMENT_ROWS })
  const find = (wanted: readonly string[]) => head.findIndex((name) => wanted.includes(name.toLowerCase()))
  const [id, reference, amount, receiver] = [find(ID), find(REFERENCE), find(AMOUNT), find(RECEIVER)]
  if (id < 0 || reference < 0) {
    throw invalidField('csv', 'COLUMNS_MISSING', { columns: ['Withdrawal ID', 'Reference'] })
  }
  return rows.map(({ line, cells }) => ({
    line,
    id: (cells[id] ?? '').toLowerCase(),
    reference: cells[reference] ?? '',
    amount: amount < 0 ? undefined : (cells[amount] ?? ''),
    receiver: receiver < 0 ? undefined : cells[receiver],
  }))
}
