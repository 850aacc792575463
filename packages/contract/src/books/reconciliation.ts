import * as z from 'zod'
import { businessDay } from '../business-day.ts'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** How the ledger, the withdrawals and what the provider says can disagree. The staff's page explains each in words. */
const DIFFERENCE_KINDS = [
  'paid-without-posting',
  'posting-without-paid',
  'amount-differs',
  'number-differs',
  'receipt-missing',
  'receipt-unknown',
  'receipt-twice',
  'receipt-not-settled',
  'paid-twice',
  'attempt-paid-withdrawal-not',
  'contradiction',
  'unresolved',
  'tax-differs',
  'sum-differs',
] as const

/** One business day, by the withdrawals, by the ledger and by the provider. */
export const reconciliation = z.object({
  day: z.string(),
  madeAt: timestamp,
  madeBy: z.string(),
  paidCount: z.int(),
  paidPoints: z.int(),
  grossKes: z.int(),
  taxKes: z.int(),
  /** What was sent: gross less tax. */
  sentKes: z.int(),
  /** What the ledger let go. */
  postedPoints: z.int(),
  /** What was booked as withheld. */
  withheldKes: z.int(),
  /** Whether an imported statement of the provider covers the day. */
  hasStatement: z.boolean(),
  /** Of what was sent, what the provider's statement has to show. */
  expectedKes: z.int(),
  providerCount: z.int(),
  providerKes: z.int(),
  openCount: z.int(),
  resolvedCount: z.int(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const listReconciliationsInput = z.strictObject({
  /** The day of the last row of the page before. */
  before: businessDay.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(31),
})
export type ListReconciliationsInput = z.infer<typeof listReconciliationsInput>

export const reconcileDayInput = z.strictObject({ day: businessDay })
export type ReconcileDayInput = z.infer<typeof reconcileDayInput>

export const difference = z.object({
  id: z.uuid(),
  day: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** Which of a kind's comparisons: `ledger`, `provider` or `tax` of a sum; an id otherwise. */
  subjectKey: z.string(),
  withdrawalId: z.uuid().nullable(),
  receipt: z.string().nullable(),
  unit: z.enum(['points', 'KES']).nullable(),
  expected: z.int().nullable(),
  found: z.int().nullable(),
  note: z.string(),
  foundAt: timestamp,
  resolution: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: timestamp.nullable(),
})
export type Difference = z.infer<typeof difference>

export const listDifferencesInput = z.strictObject({
  day: businessDay.optional(),
  state: z.enum(['open', 'resolved']).optional(),
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type ListDifferencesInput = z.infer<typeof listDifferencesInput>

export const resolveDifferenceInput = z.strictObject({
  note: prose(1000).refine((text) => text !== '', refuse('CAUSE_MISSING')),
  id,
})
export type ResolveDifferenceInput = z.infer<typeof resolveDifferenceInput>

/** Withheld from what was paid in a month, and owed to the revenue authority. */
export const taxMonth = z.object({
  month: z.string(),
  count: z.int(),
  baseKes: z.int(),
  taxKes: z.int(),
})
export type TaxMonth = z.infer<typeof taxMonth>

export const STATEMENT_MAX_ROWS = 20_000
export const STATEMENT_MAX_DAYS = 31
/** Room for the longest statement that is allowed. */
const STATEMENT_MAX_CHARS = 3_000_000

export const importStatementInput = z.strictObject({
  /** The file's text: receipt, amount, number (optional) and completed at, named in its first line. */
  csv: z.string().min(1, refuse('FILE_EMPTY')).max(STATEMENT_MAX_CHARS, refuse('FILE_TOO_LARGE')),
  /** Only says what would be imported. */
  isDryRun: z.boolean().default(false),
})
export type ImportStatementInput = z.infer<typeof importStatementInput>

export const importedStatement = z.object({
  /** False for a dry run, and while any row is wrong: a statement counts as a whole or not at all. */
  isImported: z.boolean(),
  rowCount: z.int(),
  /** Receipts that were not known yet. */
  newCount: z.int(),
  /** Receipts that an earlier import brought already, with the same amount. */
  knownCount: z.int(),
  totalKes: z.int(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** The first hundred. `row` counts the lines of the file from 1 on. */
  errors: z.array(z.object({ row: z.int(), problem: z.string() })),
  errorCount: z.int(),
})
export type ImportedStatement = z.infer<typeof importedStatement>
