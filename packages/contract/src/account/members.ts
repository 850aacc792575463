import * as z from 'zod'
import { user } from '../auth/auth.ts'
import { STAFF_ROLES } from '../auth/auth-rules.ts'
import { id, line, memberSearch, pageOf, prose, queryFlag, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { memberTerms } from './terms.ts'

/** Null: a person without another account. */
export const personId = id.nullable()

/** A member in the staff's list. */
export const adminUser = user.extend({
  heldPoints: z.int(),
  lastSeenAt: timestamp,
  isSuspended: z.boolean(),
  /** The member's payouts are paused. */
  isPaused: z.boolean(),
})
export type AdminUser = z.infer<typeof adminUser>

const MEMBER_SORTS = ['newest', 'oldest', 'points', 'earnings', 'last-seen'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

const flag = queryFlag.optional()

export const listMembersInput = z.strictObject({
  /** Parts of a name or an address, a whole id, or an M-Pesa number in any usual spelling. */
  search: memberSearch.optional(),
  isVerified: flag,
  isPremium: flag,
  isSuspended: flag,
  isPaused: flag,
  isAdmin: flag,
  country: line(60).optional(),
  sort: z.enum(MEMBER_SORTS).default('newest'),
  ...pageOf(500, 500),
})
export type ListMembersInput = z.infer<typeof listMembersInput>

const premiumGrant = z.object({
  kind: z.enum(['staff', 'payment', 'end']),
  months: z.int(),
  premiumUntil: timestamp,
  reason: z.string(),
  actor: z.string(),
  createdAt: timestamp,
})

/** Everything about one member, except lists. */
export const adminMember = adminUser.extend({
  adminRole: z.enum(STAFF_ROLES).nullable(),
  suspendedAt: timestamp.nullable(),
  suspensionReason: z.string().nullable(),
  deletionDueAt: timestamp.nullable(),
  erasedAt: timestamp.nullable(),
  /** Null unless the member is premium now. */
  premiumUntil: timestamp.nullable(),
  grants: z.array(premiumGrant),
  /** The newest version of the terms that the member accepted. */
  acceptedTerms: memberTerms.shape.accepted,
  /** The M-Pesa numbers that the member named, in Daraja's form. */
  mpesaNumbers: z.array(z.string()),
})
export type AdminMember = z.infer<typeof adminMember>

/** A total corrected by staff can have cents. */
const total = z
  .number()
  .min(-1_000_000_000_000)
  .max(1_000_000_000_000)
  .refine((value) => Number(value.toFixed(2)) === value, refuse('TOO_MANY_DECIMALS'))
const points = z.int(refuse('NOT_WHOLE_POINTS')).min(-1_000_000_000).max(1_000_000_000)

export const editEarningsInput = z.strictObject({
  totalEarnings: total,
  points,
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_MEMBER'))),
  /** The values the form was filled from. If they have changed since, nothing is saved. */
  from: z.strictObject({ totalEarnings: total, points }).optional(),
  memberId: id,
})
export type EditEarningsInput = z.infer<typeof editEarningsInput>

const MEMBER_WORK_KINDS = ['surveys', 'clicks', 'proofs'] as const
export type MemberWorkKind = (typeof MEMBER_WORK_KINDS)[number]

/** A survey taken, a link opened or a proof submitted. */
export const memberWork = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.string(),
  points: z.int(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  /** Why it ended like this, what looked suspicious, or what was submitted. */
  note: z.string().nullable(),
})

export const listMemberWorkInput = z.strictObject({
  kind: z.enum(MEMBER_WORK_KINDS).default('surveys'),
  ...pageOf(25),
  memberId: id,
})
export type ListMemberWorkInput = z.infer<typeof listMemberWorkInput>

export const memberSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      /** Browser and operating system, as far as the user agent tells. */
      device: z.string(),
      address: z.string().nullable(),
      createdAt: timestamp,
      lastSeenAt: timestamp,
      isOpen: z.boolean(),
    }),
  ),
  /** Members seen with the same browser from the same address: a hint, not proof, because families share both. */
  others: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), lastSeenAt: timestamp })),
})

export const memberAuditEntry = z.object({
  id: z.int(),
  at: timestamp,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string().nullable(),
})

export const listMemberAuditInput = z.strictObject({
  /** The `id` of the previous page's last row. */
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  memberId: id,
})
export type ListMemberAuditInput = z.infer<typeof listMemberAuditInput>

export const memberNote = z.object({
  id: z.uuid(),
  note: z.string(),
  author: z.string(),
  createdAt: timestamp,
})

export const listMemberNotesInput = z.strictObject({
  ...pageOf(25),
  memberId: id,
})
export type ListMemberNotesInput = z.infer<typeof listMemberNotesInput>

export const addMemberNoteInput = z.strictObject({
  note: prose(2000).pipe(z.string().min(1)),
  memberId: id,
})
export type AddMemberNoteInput = z.infer<typeof addMemberNoteInput>

/** What staff decide about a member's account. */
export const memberStanding = z.object({
  id: z.uuid(),
  email: z.string(),
  adminRole: z.enum(STAFF_ROLES).nullable(),
  suspendedAt: timestamp.nullable(),
  suspensionReason: z.string().nullable(),
})

export const memberIdInput = z.strictObject({ memberId: id })

/** The member reads the reason. */
export const suspendMemberInput = z.strictObject({
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_MEMBER'))),
  memberId: id,
})
export type SuspendMemberInput = z.infer<typeof suspendMemberInput>

export const setMemberRoleInput = z.strictObject({
  role: z.enum(STAFF_ROLES).nullable(),
  /** Whose account it is, for a member who gets their first role. Null: a person without another account. */
  personId: personId.optional(),
  memberId: id,
})
export type SetMemberRoleInput = z.infer<typeof setMemberRoleInput>
