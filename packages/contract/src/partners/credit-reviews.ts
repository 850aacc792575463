import * as z from 'zod'
import { id, prose } from '../fields.ts'
import { timestamp } from '../timestamp.ts'
import { partnerEvent } from './partners.ts'

/** pays-less-than-promised: the partner's amount does not buy the promise · over-daily-ceiling: the day has brought enough. */
const REVIEW_REASONS = ['pays-less-than-promised', 'over-daily-ceiling', 'over-exposure'] as const

/** A partner's credit that waits for staff, or waited. */
export const creditReview = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  userEmail: z.string(),
  partnerId: z.uuid(),
  partnerName: z.string(),
  title: z.string(),
  state: z.enum(['review', 'pending', 'available', 'reversed', 'cancelled']),
  why: z.enum(REVIEW_REASONS),
  /** While it waits: what is left of the promise. Afterwards: what was paid. */
  points: z.int(),
  /** Promised for the click; 0 if only the partner knows. */
  promisedPoints: z.int(),
  /** What the amount buys; 0 for less than half a point. */
  boughtPoints: z.int(),
  amountUsd: z.number(),
  transactionId: z.string(),
  /** The step of the offer; empty if the partner names none. */
  goal: z.string(),
  /** Identifies the click in the partner's events. */
  reference: z.string(),
  clickedAt: timestamp,
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** The member's claim for the click. */
  claimId: z.uuid().nullable(),
})
export type CreditReview = z.infer<typeof creditReview>

export const listCreditReviewsInput = z.strictObject({
  /** waiting: not decided yet, oldest first. settled: decided, taken back or completed, newest first. */
  state: z.enum(['waiting', 'settled']).default('waiting'),
  partnerId: id.optional(),
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListCreditReviewsInput = z.infer<typeof listCreditReviewsInput>

/** Everything that helps to decide about a credit. */
export const creditReviewDetail = z.object({
  review: creditReview,
  /** The partner's events for this click. */
  events: z.array(partnerEvent),
})

export const creditReviewIdInput = z.strictObject({ id })

/** promised: pay what is left of the promise · bought: pay what the amount buys · rejected: pay nothing. The member sees the reason. */
export const decideCreditReviewInput = z.strictObject({
  decision: z.enum(['promised', 'bought', 'rejected']),
  reason: prose(500).pipe(z.string().min(1)),
  id,
})
export type DecideCreditReviewInput = z.infer<typeof decideCreditReviewInput>
