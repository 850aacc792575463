import * as z from 'zod'
import { personId } from '../account/members.ts'
import { STAFF_ROLES } from '../auth/auth-rules.ts'
import { emailAddress, enteredPassword, id, line, secondFactorCode, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { staffMember } from './admin.ts'
import { KEY_PERMISSIONS, mintsAndPays, PERMISSIONS } from './permissions.ts'

/** A person on the staff, with every account that is theirs. */
export const person = z.object({
  id: z.uuid(),
  staff: z.array(z.object({ username: z.string(), role: z.enum(STAFF_ROLES), isOpen: z.boolean() })),
  members: z.array(z.object({ memberId: z.uuid(), email: z.string(), role: z.enum(STAFF_ROLES).nullable() })),
})
export type Person = z.infer<typeof person>

/** Null: the account is nobody's on the staff. */
export const setPersonOfMemberInput = z.strictObject({ personId, memberId: id })
export type SetPersonOfMemberInput = z.infer<typeof setPersonOfMemberInput>

export const setPersonOfStaffInput = z.strictObject({ personId, id })
export type SetPersonOfStaffInput = z.infer<typeof setPersonOfStaffInput>

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

/** A key that nobody renews ends. */
export const MAX_KEY_DAYS = 90

export const createApiKeyInput = z.strictObject({
  name: line(60),
  permissions: z
    .array(z.enum(KEY_PERMISSIONS))
    .min(1)
    .max(KEY_PERMISSIONS.length, refuse('REPEATED'))
    .refine((permissions) => new Set(permissions).size === permissions.length, refuse('REPEATED'))
    .refine((permissions) => !mintsAndPays(permissions), refuse('KEY_MINTS_AND_PAYS')),
  expiresInDays: z.int(refuse('NOT_WHOLE_DAYS')).min(1).max(MAX_KEY_DAYS).default(MAX_KEY_DAYS),
  /** Addresses or networks (CIDR) that the key works from. Without any: everywhere. */
  networks: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], refuse('NOT_A_NETWORK')))
    .max(20)
    .default([]),
  /** The password of the staff member who creates it. */
  password: enteredPassword,
})
export type CreateApiKeyInput = z.input<typeof createApiKeyInput>

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Its owner: the key can do what they may do now, and no more. */
  createdBy: z.string(),
  networks: z.array(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  /** It was in a backup that was restored, and opens nothing until an owner turns it on again. */
  restoredAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedAddress: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

/** `token` is shown only here. */
export const createdApiKey = apiKey.extend({ token: z.string() })
export type CreatedApiKey = z.infer<typeof createdApiKey>

export const apiKeyIdInput = z.strictObject({ id })
