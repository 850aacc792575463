import * as z from 'zod'
import { refuse } from '../problems.ts'

/** A file of at most so many rows is read; a spreadsheet of that size has some 400 KB. */
export const MOST_PAYMENT_ROWS = 5000
const MOST_PAYMENT_BYTES = 1024 * 1024

export const importPaymentsInput = z.strictObject({
  /** Columns `Withdrawal ID` and `Reference`; `Amount KES` is compared where it is there, and others are ignored. */
  csv: z.string().min(1, refuse('FILE_EMPTY')).max(MOST_PAYMENT_BYTES, refuse('FILE_TOO_LARGE')),
  /** Says what would happen, and does nothing. */
  isDryRun: z.boolean(),
})
export type ImportPaymentsInput = z.infer<typeof importPaymentsInput>

export const PAYMENT_OUTCOMES = [
  'paid',
  /** With this reference; the file was uploaded before. */
  'already-paid',
  'unknown-id',
  /** It is not approved, not paid by hand, or was paid with another reference. */
  'not-waiting',
  'payouts-paused',
  'reference-used',
  'amount-mismatch',
  /** Nobody has filled it in. */
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
      /** In the file; its head is line 1. */
      line: z.int(),
      id: z.string(),
      reference: z.string(),
      outcome: z.enum(PAYMENT_OUTCOMES),
      payoutKes: z.int().nullable(),
    }),
  ),
})
export type ImportedPayments = z.infer<typeof importedPayments>
