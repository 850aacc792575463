import type { ResultMapping } from '@chuma/contract/payouts/bank-batches'
import { MOST_PAYMENT_ROWS } from '@chuma/contract/payouts/manual-payments'
import { invalidField } from '../../app-error.ts'
import { readCsv } from '../../read-csv.ts'

export type ResultRow = {
  line: number
  reference: string
  /** Null: a word that the mapping does not know. */
  says: 'paid' | 'failed' | null
  word: string
  receipt: string
  reason: string
  /** Undefined if the file has no such column. */
  amount: string | undefined
  account: string | undefined
}

const same = (text: string) => text.trim().toLowerCase()

/**
 * Read a bank's result of a batch. What its cells say is judged elsewhere.
 * @throws AppError INVALID_INPUT for a file that cannot be read, or lacks a column of the mapping
 */
export async function readBankResult(csv: string, mapping: ResultMapping): Promise<ResultRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MOST_PAYMENT_ROWS, hasExtraCells: true })
  const names = head.map(same)
  const find = (column: string | undefined) => (column === undefined ? -1 : names.indexOf(same(column)))
  const wanted = ['reference', 'status', 'receipt', 'reason', 'amount', 'account'] as const
  const missing = wanted.flatMap((name) => {
    const column = mapping[name]
    return column !== undefined && find(column) < 0 ? [column] : []
  })
  if (missing.length > 0) throw invalidField('csv', 'COLUMNS_MISSING', { columns: missing })
  const words = (list: string) => list.split(',').map(same)
  const [paid, failed] = [words(mapping.paidWords), words(mapping.failedWords)]
  return rows.map(({ line, cells }) => {
    const cell = (column: string | undefined) => cells[find(column)] ?? ''
    const word = cell(mapping.status)
    const says = paid.includes(same(word)) ? 'paid' : failed.includes(same(word)) ? 'failed' : null
    return {
      line,
      reference: cell(mapping.reference).toUpperCase(),
      says,
      word,
      receipt: cell(mapping.receipt),
      reason: cell(mapping.reason).slice(0, 200),
      amount: mapping.amount === undefined ? undefined : cell(mapping.amount),
      account: mapping.account === undefined ? undefined : cell(mapping.account),
    }
  })
}
