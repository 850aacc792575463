import * as z from 'zod'
import { emailAddress, enteredPassword, id, line, secondFactorCode } from '../fields.ts'
import { timestamp } from '../timestamp.ts'
import { staffMember } from './admin.ts'
import { personId } from './people.ts'
import { PERMISSIONS, STAFF_ROLES } from './permissions.ts'

/** What signed-in staff see of their own account. */
export const signedInStaffMember = staffMember.extend({
  /** Where the person's mail goes, and news for owners. */
  email: z.string().nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  isSecondFactorOn: z.boolean(),
  /** It is an authenticator app, perhaps besides passkeys. */
  isTotpOn: z.boolean(),
  hasPasskey: z.boolean(),
  /** The operator requires one: nothing else is possible until it is set up. */
  isSecondFactorMissing: z.boolean(),
  /** A member who has not given their second factor yet: until then they may do nothing here. */
  isProofDue: z.boolean(),
  /** This production requires no second factor, against the advice. */
  isSecondFactorWaived: z.boolean(),
  /** Set while the password is a generated one. */
  passwordExpiresAt: timestamp.nullable(),
  /** For owners: the set-up in the browser was begun and is not finished. */
  isSetUpUnfinished: z.boolean(),
})
export type SignedInStaffMember = z.infer<typeof signedInStaffMember>

export const startSecondFactorInput = z.strictObject({ password: enteredPassword })
export const startedSecondFactor = z.object({ secret: z.string(), otpauthUri: z.string() })
export type StartedSecondFactor = z.infer<typeof startedSecondFactor>

export const confirmSecondFactorInput = z.strictObject({ code: secondFactorCode })
/** Changing or removing the second factor takes both factors. */
export const secondFactorProofInput = z.strictObject({ password: enteredPassword, code: secondFactorCode })
export type SecondFactorProof = z.infer<typeof secondFactorProofInput>

/** Each works once instead of a code. Shown only when they are created. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

export const staffAccount = staffMember.extend({
  personId: z.uuid(),
  /** Where news for owners goes, if it is one. */
  email: z.string().nullable(),
  isSecondFactorOn: z.boolean(),
  lastLogInAt: timestamp.nullable(),
  createdAt: timestamp,
  disabledAt: timestamp.nullable(),
  passwordExpiresAt: timestamp.nullable(),
})
export type StaffAccountRow = z.infer<typeof staffAccount>

export const createStaffInput = z.strictObject({
  username: line(60),
  role: z.enum(STAFF_ROLES),
  /** Whose account it is. Without one: a person who has no other. */
  personId: personId.optional(),
  email: emailAddress.optional(),
})
export type CreateStaffInput = z.infer<typeof createStaffInput>

/** A generated password, shown once. It has to be replaced before it expires. */
export const issuedPassword = z.object({
  admin: staffMember,
  password: z.string(),
  passwordExpiresAt: timestamp,
  /** A reset also enables a disabled account. */
  wasDisabled: z.boolean(),
})
export type IssuedPassword = z.infer<typeof issuedPassword>

export const staffIdInput = z.strictObject({ id })
/** Null removes the address. */
export const setOwnEmailInput = z.strictObject({ email: emailAddress.nullable() })
export type SetOwnEmailInput = z.infer<typeof setOwnEmailInput>
export const setStaffEmailInput = setOwnEmailInput.extend({ id })
export type SetStaffEmailInput = z.infer<typeof setStaffEmailInput>

export const setStaffRoleInput = z.strictObject({ role: z.enum(STAFF_ROLES), id })
export type SetStaffRoleInput = z.infer<typeof setStaffRoleInput>
