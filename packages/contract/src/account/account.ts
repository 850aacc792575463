import * as z from 'zod'
import { rememberDevice } from '../auth/auth.ts'
import { confirmed } from '../confirmed.ts'
import { confirmPassword, enteredPassword, id, line, newPassword, timestamp } from '../fields.ts'
import { LANGUAGES } from '../platform.ts'
import { MAX_SHARING } from './account-rules.ts'
import { memberTerms } from './terms.ts'

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

const choices = z.object({
  /** Null: the browser's preference. */
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(['auto', 'light', 'dark']).nullable(),
  /** When a withdrawal has ended. */
  mailsPayouts: z.boolean(),
  /** When someone signs in from a new device. */
  mailsSignIns: z.boolean(),
})

/** What a member chose. Mails about the account's security are not optional. */
export const chosenSettings = choices.extend({
  /** Null: never asked. */
  analyticsConsent: z.boolean().nullable(),
  analyticsConsentAt: timestamp.nullable(),
})

export const settings = chosenSettings.extend({ terms: memberTerms })
export type Settings = z.infer<typeof settings>

/** Omitted fields don't change. Consent can be given or refused, but not reset to "never asked". */
export const updateSettingsInput = z.strictObject({
  ...choices.partial().shape,
  analyticsConsent: z.boolean().optional(),
})
export type UpdateSettingsInput = z.infer<typeof updateSettingsInput>

export const requestDeletionInput = z.strictObject({ password: enteredPassword })
export type RequestDeletionInput = z.infer<typeof requestDeletionInput>

/** From then on the member's personal data is erased, as soon as no withdrawal is open. */
export const requestedDeletion = z.object({ deletionDueAt: timestamp })

/** With whom a member shares their phone: first names, as typed. Empty: with nobody. */
export const sharedPhone = z.object({ names: z.array(z.string()) })
export type SharedPhone = z.infer<typeof sharedPhone>

export const declareSharedPhoneInput = z.strictObject({ names: z.array(line(40)).max(MAX_SHARING) })
export type DeclareSharedPhoneInput = z.infer<typeof declareSharedPhoneInput>

/** What changed about how an account is opened. `secured`: its owner said that something "wasn't me". */
export const ACCOUNT_CHANGES = [
  'email-changed',
  'email-undone',
  'password-changed',
  'password-reset',
  'new-device',
  'passkey-added',
  'passkey-removed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'secured',
] as const

export const accountChangeKind = z.enum(ACCOUNT_CHANGES)
export type AccountChangeKind = z.infer<typeof accountChangeKind>

export const accountChange = z.object({ id: z.uuid(), kind: accountChangeKind, at: timestamp })
export type AccountChange = z.infer<typeof accountChange>
