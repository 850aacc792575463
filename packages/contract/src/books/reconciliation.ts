import * as z from 'zod'
import { businessDay } from '../business-day.ts'
import { id, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

/** How the ledger, the withdrawals and the provider's data can disagree. The staff page explains each kind. */
const DIFFERENCE_KINDS = [
  'paid-without-posting',
  'posting-without-paid',
  'amount-differs',
  'number-differs',
  'receipt-missing',
  'bank-row-missing',
  'receipt-unknown',
  'receipt-twice',
  'receipt-not-settled',
  'paid-twice',
  'attempt-paid-withdrawal-not',
  'attempt-missing',
  'contradiction',
  'unresolved',
  'tax-differs',
  'sum-differs',
] as const

/** One business day according to the withdrawals, the ledger and the provider. */
export const reconciliation = z.object({
  day: z.string(),
  madeAt: timestamp,
  madeBy: z.string(),
  paidCount: z.int(),
  paidPoints: z.int(),
  grossKes: z.int(),
  taxKes: z.int(),
  /** Sent to members: gross less tax. */
  sentKes: z.int(),
  /** Points that left the ledger. */
  postedPoints: z.int(),
  /** Tax booked as withheld. */
  withheldKes: z.int(),
  /** Whether an imported provider statement covers the day. */
  hasStatement: z.boolean(),
  /** The part of `sentKes` that the provider's statement has to show. */
  expectedKes: z.int(),
  providerCount: z.int(),
  providerKes: z.int(),
  openCount: z.int(),
  resolvedCount: z.int(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const listReconciliationsInput = z.strictObject({
  /** The day of the previous page's last row. */
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
  /** Which comparison of this kind: `ledger`, `provider` or `tax` for a sum; otherwise an id. */
  subjectKey: z.string(),
  withdrawalId: z.uuid().nullable(),
  /** Of the withdrawal. */
  memberId: z.uuid().nullable(),
  memberName: z.string().nullable(),
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
  ...pageOf(100, 200),
})
export type ListDifferencesInput = z.infer<typeof listDifferencesInput>

export const resolveDifferenceInput = z.strictObject({
  note: prose(1000).refine((text) => text !== '', refuse('CAUSE_MISSING')),
  id,
})
export type ResolveDifferenceInput = z.infer<typeof resolveDifferenceInput>

/** Tax withheld from a month's payments and owed to the revenue authority. */
export const taxMonth = z.object({
  month: z.string(),
  count: z.int(),
  baseKes: z.int(),
  taxKes: z.int(),
})
export type TaxMonth = z.infer<typeof taxMonth>
