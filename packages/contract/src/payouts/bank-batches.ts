import * as z from 'zod'
import { fileText, id, line, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

export const DATE_FORMATS = [
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD MMM YYYY',
] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** A batch is locked and written in one transaction. More go into the next one. */
export const MAX_BATCH_ROWS = 500
const MAX_RESULT_BYTES = 1024 * 1024

export const BATCH_CELLS = [
  'reference',
  'amount',
  'account',
  'name',
  'bank',
  'date',
  'line',
  'constant',
] as const
export type BatchCell = (typeof BATCH_CELLS)[number]

const batchColumn = z.strictObject({
  header: line(60),
  cell: z.enum(BATCH_CELLS),
  /** Of a constant: what every row has. */
  text: line(60, { min: 0 }).default(''),
})

/** How a bank's file for many payments is written. */
export const batchFormat = z
  .strictObject({
    name: line(40),
    delimiter: z.enum(['comma', 'semicolon', 'tab']),
    hasHeader: z.boolean(),
    amountFormat: z.enum(['whole', 'decimal']),
    dateFormat: z.enum(DATE_FORMATS),
    columns: z.array(batchColumn).min(3).max(30),
  })
  .superRefine(({ columns }, ctx) => {
    for (const cell of ['reference', 'amount', 'account'] as const) {
      if (columns.some((column) => column.cell === cell)) continue
      ctx.addIssue({ code: 'custom', path: ['columns'], ...refuseMissing(cell) })
    }
  })
export type BatchFormat = z.infer<typeof batchFormat>

function refuseMissing(column: string) {
  return refuse('BATCH_COLUMN_MISSING', { column })
}

/** The header, what the column has, and the constant. */
type Column = readonly [header: string, cell: BatchCell, text?: string]
const columns = (list: readonly Column[]) => list.map(([header, cell, text = '']) => ({ header, cell, text }))

/** Banks publish no format of theirs, and change it: these are examples to start from, not any bank's own. */
export const EXAMPLE_FORMATS: readonly BatchFormat[] = [
  {
    name: 'Example: EFT',
    delimiter: 'comma',
    hasHeader: true,
    amountFormat: 'decimal',
    dateFormat: 'DD/MM/YYYY',
    columns: columns([
      ['Beneficiary Name', 'name'],
      ['Account Number', 'account'],
      ['Bank', 'bank'],
      ['Amount', 'amount'],
      ['Value Date', 'date'],
      ['Narration', 'constant', 'Earnings payout'],
      ['Reference', 'reference'],
    ]),
  },
  {
    name: 'Example: PesaLink',
    delimiter: 'semicolon',
    hasHeader: false,
    amountFormat: 'whole',
    dateFormat: 'YYYY-MM-DD',
    columns: columns([
      ['No', 'line'],
      ['Account', 'account'],
      ['Name', 'name'],
      ['Amount', 'amount'],
      ['Currency', 'constant', 'KES'],
      ['Reference', 'reference'],
    ]),
  },
]

/** How the bank's result of a batch is read. Column names are compared without regard to case. */
export const resultMapping = z.strictObject({
  reference: line(80),
  status: line(80),
  /** The words of the status column, with commas between them. */
  paidWords: line(200),
  failedWords: line(200),
  /** The bank's own reference of a payment. */
  receipt: line(80),
  reason: line(80).optional(),
  /** Compared, if the file has them. */
  amount: line(80).optional(),
  account: line(80).optional(),
})
export type ResultMapping = z.infer<typeof resultMapping>

/** How a batch ended before the bank's result: its file is with the bank, or it was taken back. */
const batchEnd = z.object({
  step: z.enum(['uploaded', 'cancelled']),
  by: z.string(),
  /** Of a cancelled one. */
  reason: z.string().nullable(),
})
export type BatchEnd = z.infer<typeof batchEnd>

export const bankBatch = z.object({
  id: z.uuid(),
  number: z.int(),
  format: batchFormat,
  day: z.iso.date(),
  createdAt: timestamp,
  createdBy: z.string(),
  rowCount: z.int(),
  totalKes: z.int(),
  /** SHA-256 of the file, as the bank's portal or `sha256sum` shows it. */
  contentHash: z.string(),
  openCount: z.int(),
  paidCount: z.int(),
  failedCount: z.int(),
  /** Null until staff say that it is uploaded, or cancel it. */
  end: batchEnd.nullable(),
  /** Whether anyone has its file. Cancelling it then takes a second person. */
  isDownloaded: z.boolean(),
})
export type BankBatch = z.infer<typeof bankBatch>

export const bankBatches = z.object({
  /** Bank payments that a new batch would have, of at most as many as one holds. */
  waitingCount: z.int(),
  waitingKes: z.int(),
  /** Newest first. */
  batches: z.array(bankBatch),
})
export type BankBatches = z.infer<typeof bankBatches>

export const createBankBatchInput = z.strictObject({ format: batchFormat })
export type CreateBankBatchInput = z.infer<typeof createBankBatchInput>
export const bankBatchIdInput = z.strictObject({ id })

export const cancelBankBatchInput = z.strictObject({
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
  id,
})
export type CancelBankBatchInput = z.infer<typeof cancelBankBatchInput>

export const importBankResultInput = z.strictObject({
  id,
  csv: fileText(MAX_RESULT_BYTES),
  mapping: resultMapping,
  isDryRun: z.boolean(),
})
export type ImportBankResultInput = z.infer<typeof importBankResultInput>

export const RESULT_OUTCOMES = [
  'paid',
  /** The points stay held, and the withdrawal is back among those that wait. */
  'failed',
  /** The file was imported before. */
  'known',
  'unknown-row',
  'unknown-word',
  'amount-differs',
  'account-differs',
  'no-receipt',
  'receipt-used',
  /** The bank said otherwise before: a person corrects the payout. */
  'contradiction',
  /** The batch was cancelled. If the bank says that it paid, the member's payouts are paused. */
  'cancelled',
  'own',
  'error',
] as const
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number]

export const importedBankResult = z.object({
  isDryRun: z.boolean(),
  paidCount: z.int(),
  paidKes: z.int(),
  failedCount: z.int(),
  /** Rows of the batch that the file does not name, and that are open. */
  missingCount: z.int(),
  results: z.array(
    z.object({
      line: z.int(),
      reference: z.string(),
      outcome: z.enum(RESULT_OUTCOMES),
      amountKes: z.int().nullable(),
      reason: z.string(),
    }),
  ),
})
export type ImportedBankResult = z.infer<typeof importedBankResult>
