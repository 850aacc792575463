import * as z from 'zod'
import { id, identifier, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

const cents = z.int().min(1).max(1_000_000_000_00)

export const openClientOrderInput = z.strictObject({ surveyId: id, priceCents: cents })
export type OpenClientOrderInput = z.infer<typeof openClientOrderInput>

const payment = {
  clientId: id,
  /** Of the bank. One payment is booked once. */
  reference: identifier(60, { min: 3 }).transform((text) => text.toUpperCase()),
  /** The business day on which it arrived or left. */
  day: z.iso.date(),
  /** In cents of KES. */
  cents,
}

export const bookClientReceiptInput = z.strictObject(payment)
export type BookClientReceiptInput = z.infer<typeof bookClientReceiptInput>
export const returnClientMoneyInput = z.strictObject({
  ...payment,
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_MISSING'))),
})
export type ReturnClientMoneyInput = z.infer<typeof returnClientMoneyInput>

export const clientReceipt = z.object({
  id: z.uuid(),
  kind: z.enum(['received', 'returned']),
  reference: z.string(),
  day: z.string(),
  cents: z.int(),
  bookedAt: timestamp,
})

export const clientStatementInput = z.strictObject({
  /** The first and last day; by default the last 90. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export const staffStatementInput = clientStatementInput.extend({ clientId: id })
export type ClientStatementInput = z.infer<typeof clientStatementInput>

const statementLine = z.object({
  day: z.string(),
  kind: z.enum(['received', 'returned', 'consumed']),
  /** The bank's reference, or the survey's title. */
  text: z.string(),
  /** Of `consumed`: accepted completes, less what was taken back. */
  completes: z.int().nullable(),
  /** Below zero: it lowers the balance. */
  cents: z.int(),
})

/** In cents of KES. `closingCents` is what the journal says too, once the day is over. */
export const clientStatement = z.object({
  from: z.string(),
  to: z.string(),
  openingCents: z.int(),
  receivedCents: z.int(),
  consumedCents: z.int(),
  returnedCents: z.int(),
  closingCents: z.int(),
  lines: z.array(statementLine),
  /** Now: for people who are answering, and what is left beside that. */
  reservedCents: z.int(),
  availableCents: z.int(),
})
export type ClientStatement = z.infer<typeof clientStatement>
