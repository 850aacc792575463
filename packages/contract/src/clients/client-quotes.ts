import * as z from 'zod'
import { id } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

const MOST_COMPLETES = 1_000_000

export const createClientQuoteInput = z.strictObject({
  surveyId: id,
  completes: z.int().min(1).max(MOST_COMPLETES),
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
