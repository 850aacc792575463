import * as z from 'zod'
import { personId } from '../admin/people.ts'
import { STAFF_ROLES } from '../admin/permissions.ts'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

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
