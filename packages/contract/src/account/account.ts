import * as z from 'zod'
import { rememberDevice } from '../auth/auth.ts'
import { confirmed } from '../confirmed.ts'
import { confirmPassword, enteredPassword, id, newPassword } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

export const changePasswordInput = confirmed(
  z.strictObject({ currentPassword: enteredPassword, newPassword, confirmPassword, rememberDevice }),
  'newPassword',
)
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

/** One device on which the member is signed in. */
export const memberSession = z.object({
  id: z.uuid(),
  device: z.string(),
  /** Where it was opened from. Shown only to its owner. */
  address: z.string().nullable(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  isCurrent: z.boolean(),
})
export type MemberSession = z.infer<typeof memberSession>

export const sessionRef = z.strictObject({ id })
