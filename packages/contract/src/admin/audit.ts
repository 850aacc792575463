import * as z from 'zod'
import { businessDay } from '../business-day.ts'
import { anyJson, line } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** PostgreSQL and JavaScript disagree about what was before our era. */
const day = businessDay.refine((given) => given >= '2000-01-01', refuse('DAY_TOO_EARLY'))

const filters = {
  /** `staff:<username>`, `key:<name>`, `system`; a bare name is a username, an address or an id a member's. */
  actor: line(254).optional(),
  /** As `withdrawal.paid`. */
  action: line(60).optional(),
  /** As `withdrawal:<id>`; an id stands for whatever has it, a member's address for all that is about him. */
  subject: line(254).optional(),
  /** Both days are included. */
  from: day.optional(),
  to: day.optional(),
}

export const exportAuditInput = z.strictObject(filters)
export type ExportAuditInput = z.infer<typeof exportAuditInput>

export const listAuditInput = z.strictObject({
  ...filters,
  /** The `id` of the last row of the page before. */
  after: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListAuditInput = z.infer<typeof listAuditInput>

/** Nothing can be changed or taken away; of an erased member the words are gone. */
export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  /** The member that it is about, himself or by one of his withdrawals. */
  memberId: z.uuid().nullable(),
  memberEmail: z.string().nullable(),
  before: anyJson.nullable(),
  after: anyJson.nullable(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
