import * as z from 'zod'
import { fileText } from '../fields.ts'

/** The maximum number of rows in a file; a spreadsheet of that size has about 400 KB. */
export const MOST_PAYMENT_ROWS = 5000
const MOST_PAYMENT_BYTES = 1024 * 1024

export const importPaymentsInput = z.strictObject({
  /** Columns `Withdrawal ID` and `Reference`. `Amount KES`, if present, is compared; others are ignored. */
  csv: fileText(MOST_PAYMENT_BYTES),
  /** Only reports what would happen. */
  isDryRun: z.boolean(),
})
export type ImportPaymentsInput = z.infer<typeof importPaymentsInput>

export const PAYMENT_OUTCOMES = [
  'paid',
  /** Paid with this reference: the file was uploaded before. */
  'already-paid',
  'unknown-id',
  /** Not approved, not to be paid by hand, or paid with another reference. */
  'not-waiting',
  /** A batch for the bank has it. */
  'in-batch',
  'payouts-paused',
  'held',
  'reference-used',
  'amount-mismatch',
  /** The cell is empty. */
  'no-reference',
  'bad-reference',
  'own',
  'failed',
] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

export const importedPayments = z.object({
  isDryRun: z.boolean(),
  paidCount: z.int(),
  paidKes: z.int(),
  results: z.array(
    z.object({
      /** The line in the file; the header is line 1. */
      line: z.int(),
      id: z.string(),
      reference: z.string(),
      outcome: z.enum(PAYMENT_OUTCOMES),
      payoutKes: z.int().nullable(),
    }),
  ),
})
export type ImportedPayments = z.infer<typeof importedPayments>
