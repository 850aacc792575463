import * as z from 'zod'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** How the money leaves at present. All in whole shillings but for the float. */
export const payoutQueue = z.object({
  /** Null: people pay, and there is nothing to stop. */
  provider: z.string().nullable(),
  isStopped: z.boolean(),
  reason: z.string().nullable(),
  /** What the provider answered; null when a person stopped it. */
  code: z.string().nullable(),
  since: timestamp.nullable(),
  stoppedBy: z.string().nullable(),
  queuedCount: z.int(),
  queuedKes: z.int(),
  /** Sent on this business day, or perhaps sent. */
  sentTodayKes: z.int(),
  /** 0: none. */
  dailyLimitKes: z.int(),
  /** What the provider said that our account holds, and when it was asked; null: it never said. */
  floatKes: z.number().nullable(),
  floatAt: timestamp.nullable(),
  minimumFloatKes: z.int(),
  /** Below the minimum, or less than a payout that waits. */
  isFloatLow: z.boolean(),
})
export type PayoutQueue = z.infer<typeof payoutQueue>

export const stopQueueInput = z.strictObject({
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type StopQueueInput = z.infer<typeof stopQueueInput>

export const resumeQueueInput = z.strictObject({
  note: prose(500).pipe(z.string().min(1, refuse('REMEDY_MISSING'))),
})
export type ResumeQueueInput = z.infer<typeof resumeQueueInput>

/** As many as one request decides: a thousand take some seconds. */
const MOST_APPROVALS = 1000

export const approveWithdrawalsInput = z
  .strictObject({
    ids: z
      .array(id)
      .min(1)
      .max(MOST_APPROVALS)
      .refine((ids) => new Set(ids).size === ids.length, refuse('REPEATED'))
      .optional(),
    /** Instead: everything that is pending. */
    all: z.literal(true).optional(),
    /** With `all`: `next` of the answer before. */
    after: id.optional(),
    limit: z.int().min(1).max(MOST_APPROVALS).default(MOST_APPROVALS),
  })
  .refine(({ ids, all }) => (ids === undefined) === (all === true), {
    path: ['ids'],
    ...refuse('IDS_OR_ALL'),
  })
export type ApproveWithdrawalsInput = z.infer<typeof approveWithdrawalsInput>

export const APPROVAL_OUTCOMES = [
  'approved',
  /** One has approved it now; somebody else has to as well. */
  'needs-second-admin',
  /** To be looked at by itself. */
  'in-review',
  'payouts-paused',
  'no-longer-pending',
  'own',
  'unknown-id',
  /** Anything else, with the reason; it stays as it was. */
  'failed',
] as const

export const bulkApproval = z.object({
  /** Oldest first. */
  results: z.array(
    z.object({ id: z.uuid(), outcome: z.enum(APPROVAL_OUTCOMES), message: z.string().nullable() }),
  ),
  approvedCount: z.int(),
  /** Where to go on; null: that was all. */
  next: z.uuid().nullable(),
})
export type BulkApproval = z.infer<typeof bulkApproval>
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]
