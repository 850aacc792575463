import * as z from 'zod'
import { id, identifier, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

const MAX_COMPLETES = 1_000_000

export const createClientQuoteInput = z.strictObject({
  surveyId: id,
  completes: z.int().min(1).max(MAX_COMPLETES),
  /** The share of those who begin that is not screened out. */
  incidencePercent: z.int().min(1).max(100),
})
export type CreateClientQuoteInput = z.infer<typeof createClientQuoteInput>

/** The same as a query: numbers may be texts. */
export const previewClientQuoteInput = z.strictObject({
  surveyId: id,
  completes: z.coerce.number().pipe(createClientQuoteInput.shape.completes),
  incidencePercent: z.coerce.number().pipe(createClientQuoteInput.shape.incidencePercent),
})

export const clientQuoteIdInput = z.strictObject({ id })

/**
 * What a price is made of, in cents of KES. Price = (reward + screen-out × (100 ÷ incidence − 1) + minute × minutes) × (1 + margin)
 * + set-up ÷ completes, rounded up to a cent.
 */
export const quoteFigures = z.object({
  completes: z.int(),
  incidencePercent: z.int(),
  minutes: z.int(),
  /** From those who answered; otherwise as staff stated it. */
  isMeasured: z.boolean(),
  rewardCents: z.int(),
  screenOutCents: z.int(),
  minuteCents: z.int(),
  marginPercent: z.int(),
  setupCents: z.int(),
  priceCents: z.int(),
  totalCents: z.int(),
})
export type QuoteFigures = z.infer<typeof quoteFigures>

/** outdated: a newer version was made, or a price was agreed without a quote. */
const quoteState = z.enum(['open', 'accepted', 'withdrawn', 'outdated', 'expired'])

/** A quote as its client sees it: never what members get for an answer, or our margin. */
export const myQuote = z.object({
  id: z.uuid(),
  version: z.int(),
  completes: z.int(),
  /** Of an accepted answer, in cents of KES. */
  priceCents: z.int(),
  totalCents: z.int(),
  createdAt: timestamp,
  expiresAt: timestamp,
  state: quoteState,
  acceptedAt: timestamp.nullable(),
  /** Someone of the organisation. */
  acceptedBy: z.string().nullable(),
  /** Accepted answers from before the price was agreed that are not charged yet. */
  earlierCompletes: z.int(),
})
export type MyQuote = z.infer<typeof myQuote>

export const clientQuote = myQuote.extend({
  ...quoteFigures.shape,
  surveyId: z.uuid(),
  title: z.string(),
  createdBy: z.string(),
  approvedBy: z.string().nullable(),
  withdrawnAt: timestamp.nullable(),
  withdrawnBy: z.string().nullable(),
})

/** `version`: the one that was read. A newer one is not accepted unseen. */
export const acceptQuoteInput = z.strictObject({ surveyId: id, version: z.int().min(1).max(1_000_000) })
export type AcceptQuoteInput = z.infer<typeof acceptQuoteInput>

const cents = z.int().min(1).max(1_000_000_000_00)

export const openClientOrderInput = z.strictObject({ surveyId: id, priceCents: cents })
export type OpenClientOrderInput = z.infer<typeof openClientOrderInput>

const payment = {
  clientId: id,
  /** Of the bank. One payment is booked once. */
  reference: identifier(60, { min: 3 }).transform((text) => text.toUpperCase()),
  /** The business day on which it arrived or left. */
  day: z.iso.date(),
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

/** A client may dispute this share of its accepted answers, and this many in any case. */
const DISPUTED_PERCENT = 10
const MIN_DISPUTES = 3

/** How many respondents of a survey may be disputed, of this many accepted answers. */
export const mostDisputes = (accepted: number): number =>
  Math.max(MIN_DISPUTES, Math.floor((accepted * DISPUTED_PERCENT) / 100))

export const disputeRespondentInput = z.strictObject({
  surveyId: id,
  /** The pseudonym in the file. */
  respondent: identifier(60),
  reason: prose(1000).pipe(z.string().min(1, refuse('REASON_MISSING'))),
})
export type DisputeRespondentInput = z.infer<typeof disputeRespondentInput>

/** open: we have not decided · rejected: it stays charged · credited: its price went back to the budget. */
const disputeState = z.enum(['open', 'rejected', 'credited'])

const clientDispute = z.object({
  id: z.uuid(),
  respondent: z.string(),
  reason: z.string(),
  /** Someone of the organisation. */
  disputedBy: z.string(),
  disputedAt: timestamp,
  state: disputeState,
  /** Of our team; may be empty for what was credited. */
  answer: z.string(),
  decidedAt: timestamp.nullable(),
})

export const myDisputes = z.object({
  /** How many more respondents may be disputed now. */
  left: z.int(),
  disputes: z.array(clientDispute),
})
export type MyDisputes = z.infer<typeof myDisputes>

export const staffDispute = clientDispute.extend({
  surveyId: z.uuid(),
  title: z.string(),
  /** What is credited, in cents of KES. */
  priceCents: z.int(),
  decidedBy: z.string().nullable(),
})

export const decideClientDisputeInput = z
  .strictObject({
    id,
    decision: z.enum(['rejected', 'credited']),
    /** The client reads it. Needed to reject. */
    answer: prose(1000).default(''),
  })
  .refine(({ decision, answer }) => decision === 'credited' || answer !== '', {
    path: ['answer'],
    ...refuse('REASON_MISSING'),
  })
export type DecideClientDisputeInput = z.infer<typeof decideClientDisputeInput>
