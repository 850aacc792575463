import * as z from 'zod'
import { businessMonth } from '../business-day.ts'
import { id } from '../fields.ts'

/** What is owed by how many days it is over its due day. Not invoiced months count from the day on which their invoice would be due. */
export const ageing = z.object({
  currentCents: z.int(),
  to30Cents: z.int(),
  to60Cents: z.int(),
  to90Cents: z.int(),
  over90Cents: z.int(),
})
export type Ageing = z.infer<typeof ageing>

/** What a partner owes, in US cents. */
export const partnerDebt = z.object({
  partnerId: z.uuid(),
  partnerName: z.string(),
  /** From the end of a month to the day on which its invoice is due. */
  paymentDays: z.int(),
  accruedCents: z.int(),
  reversedCents: z.int(),
  invoicedCents: z.int(),
  receivedCents: z.int(),
  writtenOffCents: z.int(),
  /** Accrued, less what was reversed, received and written off. Below zero: the partner paid too much. */
  outstandingCents: z.int(),
  /** Received and not used for an invoice. */
  creditCents: z.int(),
  ageing,
  /** What counts for the ceiling: outstanding, with credits on hold, to the minute. */
  exposureCents: z.int(),
  /** Null: there is none. */
  ceilingCents: z.int().nullable(),
})
export type PartnerDebt = z.infer<typeof partnerDebt>

export const partnerMonth = z.object({
  partnerId: z.uuid(),
  partnerName: z.string(),
  month: z.string(),
  accruedCents: z.int(),
  /** Reversed in this month, of credits of any month. */
  reversedCents: z.int(),
  /** The month's invoice, which also has what was not invoiced before. */
  invoicedCents: z.int(),
  receivedCents: z.int(),
  invoiceId: z.uuid().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Whether an invoice can be issued: the month is over and something is not invoiced. */
  canInvoice: z.boolean(),
})
export type PartnerMonth = z.infer<typeof partnerMonth>

export const listReceivablesInput = z
  .strictObject({
    /** Only this partner. */
    partnerId: id.optional(),
    months: z.coerce.number().int().min(1).max(36).default(12),
  })
  .prefault({})
export type ListReceivablesInput = z.infer<typeof listReceivablesInput>

export const receivables = z.object({
  /** The business day on which the ages are counted. */
  day: z.string(),
  /** Today's rate, for the totals in KES. */
  kesPerUsd: z.number(),
  partners: z.array(partnerDebt),
  months: z.array(partnerMonth),
})
export type Receivables = z.infer<typeof receivables>

export const setPaymentDaysInput = z.strictObject({
  partnerId: id,
  paymentDays: z.int().min(0).max(365),
})
export type SetPaymentDaysInput = z.infer<typeof setPaymentDaysInput>

export const issueInvoiceInput = z.strictObject({ partnerId: id, month: businessMonth })
export type IssueInvoiceInput = z.infer<typeof issueInvoiceInput>
