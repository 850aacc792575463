import * as z from 'zod'
import { businessDay } from '../business-day.ts'
import { anyJson, line, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

/** PostgreSQL and JavaScript disagree about years BC. */
const day = businessDay.refine((given) => given >= '2000-01-01', refuse('DAY_TOO_EARLY'))

const filters = {
  /** `staff:<username>`, `key:<name>`, `system`. A bare name is a staff username, a member's address or a member's id. */
  actor: line(254).optional(),
  /** Any actor, written in the same way: finds what their person did with every account and key. */
  person: line(254).optional(),
  /** `withdrawal.paid`, for example. */
  action: line(60).optional(),
  /** `withdrawal:<id>`, for example. A bare id matches every kind; a member's address matches everything about them. */
  subject: line(254).optional(),
  /** Both days are included. */
  from: day.optional(),
  to: day.optional(),
}

export const exportAuditInput = z.strictObject(filters)
export type ExportAuditInput = z.infer<typeof exportAuditInput>

export const listAuditInput = z.strictObject({
  ...filters,
  /** The `id` of the previous page's last row. */
  after: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListAuditInput = z.infer<typeof listAuditInput>

/** Entries are never changed or removed; those of an erased member lose their texts. */
export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  actor: z.string(),
  /** Of an actor who is a member with admin rights. */
  actorName: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** The member concerned, directly or through one of their withdrawals. */
  memberId: z.uuid().nullable(),
  memberName: z.string().nullable(),
  memberEmail: z.string().nullable(),
  before: anyJson.nullable(),
  after: anyJson.nullable(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
