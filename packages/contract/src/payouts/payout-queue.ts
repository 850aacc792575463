import * as z from 'zod'
import { id, identifier, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

/** Not a provider: while its queue is stopped nothing is paid in any way. */
export const ALL_RAILS = '*'

/** The `code` of the stop that a restore causes. */
export const RESTORED = 'restored'

/** The current state of payouts. Whole shillings, except the float. */
export const payoutQueue = z.object({
  /** Null: payouts are made by hand, and there is nothing to stop. `*`: everything is stopped. */
  provider: z.string().nullable(),
  isStopped: z.boolean(),
  reason: z.string().nullable(),
  /** The provider's answer that stopped the queue; null if a person did. */
  code: z.string().nullable(),
  since: timestamp.nullable(),
  stoppedBy: z.string().nullable(),
  queuedCount: z.int(),
  queuedKes: z.int(),
  /** Approved, and on hold: those to be paid by hand are not in the file of payments. */
  heldCount: z.int(),
  /** Sent on this business day, including payouts with an unknown result. */
  sentTodayKes: z.int(),
  /** 0: no limit. */
  dailyLimitKes: z.int(),
  /** The balance of our account, as the provider last reported it, and when; null: never reported. */
  floatKes: z.number().nullable(),
  floatAt: timestamp.nullable(),
  minimumFloatKes: z.int(),
  /** Below the minimum, or less than a waiting payout. */
  isFloatLow: z.boolean(),
})
export type PayoutQueue = z.infer<typeof payoutQueue>

/** Left out: those of all providers. */
const provider = z.string().min(1).max(40).optional()

export const stopQueueInput = z.strictObject({
  provider,
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type StopQueueInput = z.infer<typeof stopQueueInput>

export const resumeQueueInput = z.strictObject({
  provider,
  note: prose(500).pipe(z.string().min(1, refuse('REMEDY_MISSING'))),
})
export type ResumeQueueInput = z.infer<typeof resumeQueueInput>

/** The maximum that one request decides: a thousand take some seconds. */
export const MAX_APPROVALS = 1000

export const approveWithdrawalsInput = z
  .strictObject({
    /** Left out: everything pending. */
    ids: z
      .array(id)
      .min(1)
      .max(MAX_APPROVALS)
      .refine((ids) => new Set(ids).size === ids.length, refuse('REPEATED'))
      .optional(),
    /** Says the same as leaving out the ids. */
    all: z.literal(true).optional(),
    /** Without ids: `next` of the previous answer. */
    after: id.optional(),
    limit: z.int().min(1).max(MAX_APPROVALS).default(MAX_APPROVALS),
  })
  .refine(({ ids, all }) => ids === undefined || all === undefined, {
    path: ['ids'],
    ...refuse('IDS_OR_ALL'),
  })
export type ApproveWithdrawalsInput = z.infer<typeof approveWithdrawalsInput>

/** The withdrawals that a bulk approval would approve now. */
export const bulkPreview = z.object({
  /** Oldest first, at most as many as one request decides. */
  withdrawals: z.array(z.object({ id: z.uuid(), userName: z.string(), amountKes: z.int() })),
  /** Of these. */
  amountKes: z.int(),
  /** Pending, but to be decided individually. */
  flaggedCount: z.int(),
  /** Pending and on hold, flagged or not. */
  heldCount: z.int(),
})
export type BulkPreview = z.infer<typeof bulkPreview>

export const APPROVAL_OUTCOMES = [
  'approved',
  /** One person has approved it now; another has to as well. */
  'needs-second-admin',
  /** It has to be reviewed individually. */
  'in-review',
  'payouts-paused',
  /** Something has to end or be lifted first. */
  'held',
  'no-longer-pending',
  'own',
  'unknown-id',
  /** Any other reason, which is given; the withdrawal is unchanged. */
  'failed',
] as const

export const bulkApproval = z.object({
  /** Oldest first. */
  results: z.array(
    z.object({ id: z.uuid(), outcome: z.enum(APPROVAL_OUTCOMES), message: z.string().nullable() }),
  ),
  approvedCount: z.int(),
  /** What was not approved, by the reason: the commonest first. */
  left: z.array(z.object({ outcome: z.enum(APPROVAL_OUTCOMES), count: z.int(), ids: z.array(z.uuid()) })),
  /** Where to continue; null: that was all. */
  next: z.uuid().nullable(),
})
export type BulkApproval = z.infer<typeof bulkApproval>
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]

/** A withdrawal's id, a receipt, or an M-Pesa number in any usual spelling. */
export const findWithdrawalsInput = z.strictObject({ q: identifier(100) })

export const foundWithdrawal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'paid']),
  amountKes: z.int(),
})
export type FoundWithdrawal = z.infer<typeof foundWithdrawal>
