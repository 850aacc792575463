import * as z from 'zod'
import { id } from '../fields.ts'
import { STAFF_ROLES } from './permissions.ts'

/** A person on the staff, with every account that is theirs. */
export const person = z.object({
  id: z.uuid(),
  staff: z.array(z.object({ username: z.string(), role: z.enum(STAFF_ROLES), isOpen: z.boolean() })),
  members: z.array(z.object({ memberId: z.uuid(), email: z.string(), role: z.enum(STAFF_ROLES).nullable() })),
})
export type Person = z.infer<typeof person>

/** Null: a person without another account. */
export const personId = id.nullable()

/** Null: the account is nobody's on the staff. */
export const setPersonOfMemberInput = z.strictObject({ personId, memberId: id })
export type SetPersonOfMemberInput = z.infer<typeof setPersonOfMemberInput>

export const setPersonOfStaffInput = z.strictObject({ personId, id })
export type SetPersonOfStaffInput = z.infer<typeof setPersonOfStaffInput>
