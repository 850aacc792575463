import * as z from 'zod'
import { businessMonth } from '../business-day.ts'
import { id, identifier, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

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

const INVOICE_STATES = ['issued', 'paid', 'voided', 'written-off'] as const

/** A partner's invoice, or the credit note that takes one back. Amounts in US cents. */
export const partnerInvoice = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  partnerId: z.uuid(),
  partnerName: z.string(),
  month: z.string(),
  /** Below zero for a credit note. */
  totalCents: z.int(),
  receivedCents: z.int(),
  writtenOffCents: z.int(),
  dueDay: z.string(),
  state: z.enum(INVOICE_STATES),
  issuedAt: timestamp,
  issuedBy: z.string(),
  /** Of a credit note: the invoice that it takes back. */
  voidsId: z.uuid().nullable(),
  reason: z.string(),
})
export type PartnerInvoice = z.infer<typeof partnerInvoice>

export const partnerInvoiceDetail = partnerInvoice.extend({
  lines: z.array(
    z.object({
      lineNo: z.int(),
      month: z.string(),
      /** When what was reversed had accrued. */
      originMonth: z.string(),
      accruedCents: z.int(),
      reversedCents: z.int(),
    }),
  ),
})
export type PartnerInvoiceDetail = z.infer<typeof partnerInvoiceDetail>

export const listInvoicesInput = z.strictObject({
  partnerId: id.optional(),
  ...pageOf(50),
})
export const invoiceIdInput = z.strictObject({ id })

const reason = prose(500).pipe(z.string().min(1, refuse('REASON_MISSING')))
/** To void an invoice, write it off, or cancel a receipt. */
export const takeBackInput = z.strictObject({ reason, id })
export type TakeBackInput = z.infer<typeof takeBackInput>

export const partnerReceipt = z.object({
  id: z.uuid(),
  partnerId: z.uuid(),
  reference: z.string(),
  day: z.string(),
  amountCents: z.int(),
  /** What arrived at the bank, in cents of KES, after the bank's charge. */
  kesCents: z.int(),
  chargeKesCents: z.int(),
  /** KES for one USD, before the charge. */
  rate: z.number(),
  /** What the bank's rate brought more than ours of that day, in cents of KES. */
  fxDifferenceKesCents: z.int(),
  state: z.enum(['booked', 'cancelled']),
  bookedAt: timestamp,
  bookedBy: z.string(),
  approvedBy: z.string().nullable(),
  reason: z.string(),
  allocatedCents: z.int(),
  /** The numbers of the invoices that it pays. */
  invoices: z.array(z.string()),
})
export type PartnerReceipt = z.infer<typeof partnerReceipt>

export const listReceiptsInput = z.strictObject({
  partnerId: id,
  ...pageOf(50),
})

const cents = z.int().min(1).max(100_000_000_00)

export const bookReceiptInput = z.strictObject({
  partnerId: id,
  /** The bank's. Booked once, for whichever partner. */
  reference: identifier(60).transform((text) => text.toUpperCase()),
  day: z.iso.date(),
  amountCents: cents,
  kesCents: cents,
  chargeKesCents: z.int().min(0).max(100_000_000_00).default(0),
  /** The invoices it pays, in this order. Without them: those that are due first. */
  invoiceIds: z.array(id).max(50).default([]),
})
export type BookReceiptInput = z.infer<typeof bookReceiptInput>
