import * as z from 'zod'
import { id, identifier, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

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
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
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
  /** In US cents. */
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
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
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
