import * as z from 'zod'
import { enteredPassword, id, line, secondFactorCode } from '../fields.ts'
import { timestamp } from '../timestamp.ts'
import { staffMember } from './admin.ts'
import { PERMISSIONS, STAFF_ROLES } from './permissions.ts'

/** What a staff account shows to the one who is signed in with it. */
export const signedInStaffMember = staffMember.extend({
  permissions: z.array(z.enum(PERMISSIONS)),
  isSecondFactorOn: z.boolean(),
  /** The operator asks for one: until it is on, nothing else can be done. */
  isSecondFactorMissing: z.boolean(),
  /** Set with a password that a machine made. */
  passwordExpiresAt: timestamp.nullable(),
})
export type SignedInStaffMember = z.infer<typeof signedInStaffMember>

export const startSecondFactorInput = z.strictObject({ password: enteredPassword })
export const startedSecondFactor = z.object({ secret: z.string(), otpauthUri: z.string() })
export type StartedSecondFactor = z.infer<typeof startedSecondFactor>

export const confirmSecondFactorInput = z.strictObject({ code: secondFactorCode })
/** For whoever changes or removes his second factor: he has to have both. */
export const secondFactorProofInput = z.strictObject({ password: enteredPassword, code: secondFactorCode })
export type SecondFactorProof = z.infer<typeof secondFactorProofInput>

/** Each works once, in place of a code. Shown when they are made and never again. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

export const staffAccount = staffMember.extend({
  isSecondFactorOn: z.boolean(),
  lastLogInAt: timestamp.nullable(),
  createdAt: timestamp,
  disabledAt: timestamp.nullable(),
  passwordExpiresAt: timestamp.nullable(),
})
export type StaffAccountRow = z.infer<typeof staffAccount>

export const createStaffInput = z.strictObject({ username: line(60), role: z.enum(STAFF_ROLES) })
export type CreateStaffInput = z.infer<typeof createStaffInput>

/** A first password, shown once. It has to be replaced before it expires. */
export const issuedPassword = z.object({
  admin: staffMember,
  password: z.string(),
  passwordExpiresAt: timestamp,
  /** A reset enables an account again. */
  wasDisabled: z.boolean(),
})
export type IssuedPassword = z.infer<typeof issuedPassword>

export const staffIdInput = z.strictObject({ id })
export const setStaffRoleInput = z.strictObject({ role: z.enum(STAFF_ROLES), id })
export type SetStaffRoleInput = z.infer<typeof setStaffRoleInput>
