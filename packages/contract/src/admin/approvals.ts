import * as z from 'zod'
import { anyJson, id, line, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { APPROVAL_KINDS, APPROVAL_STATES } from './approval-kinds.ts'

export const approvalRequest = z.object({
  id: z.uuid(),
  kind: z.enum(APPROVAL_KINDS),
  /** `member:<id>`, for example, as in the audit log. */
  subject: z.string(),
  /** The member concerned, directly or through a withdrawal, proof, claim, credit or survey of theirs. */
  memberId: z.uuid().nullable(),
  memberName: z.string().nullable(),
  /** What the change touches, before and after it. */
  before: anyJson.nullable(),
  after: anyJson.nullable(),
  /** What it is worth; null where it moves no money. */
  amountKes: z.int().nullable(),
  /** Why its requester wants it. */
  reason: z.string().nullable(),
  state: z.enum(APPROVAL_STATES),
  /** `staff:<username>`, `member:<id>` or `key:<name>`. */
  requestedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Set where nobody else could approve it: when it runs unless someone stops it. */
  runsAt: timestamp.nullable(),
  /** `system` for a request that ran at `runsAt` or expired. */
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  note: z.string().nullable(),
  /** It was requested by the caller's person, who can withdraw it and cannot approve it. */
  isOwn: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof approvalRequest>

export const listApprovalsInput = z.strictObject({
  state: z.enum(APPROVAL_STATES).optional(),
  kind: z.enum(APPROVAL_KINDS).optional(),
  /** `withdrawal:<id>`, for example. */
  subject: line(254).optional(),
  ...pageOf(25),
})
export type ListApprovalsInput = z.infer<typeof listApprovalsInput>

export const approvalIdInput = z.strictObject({ approvalId: id })
export type ApprovalIdInput = z.infer<typeof approvalIdInput>

/** A refusal needs a note: its requester reads it. */
export const decideApprovalInput = z
  .strictObject({ approvalId: id, decision: z.enum(['approve', 'refuse']), note: prose(500).default('') })
  .refine(({ decision, note }) => decision === 'approve' || note !== '', {
    path: ['note'],
    ...refuse('REASON_FOR_STAFF'),
  })
export type DecideApprovalInput = z.infer<typeof decideApprovalInput>

/** What a caller is told whose change waits now. */
export const pendingApproval = z.object({
  approvalId: z.uuid(),
  expiresAt: z.iso.datetime(),
  runsAt: z.iso.datetime().nullable(),
  /** The password or token that works once it is approved: only in the first answer. */
  secret: z.string().optional(),
})
export type PendingApproval = z.infer<typeof pendingApproval>
