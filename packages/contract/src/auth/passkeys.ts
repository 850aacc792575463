import * as z from 'zod'
import { enteredPassword, id, line, timestamp } from '../fields.ts'
import { deviceToken, rememberDevice } from './auth.ts'

/** More than anyone needs, and few enough to look through. */
export const MAX_PASSKEYS = 10

/** Bytes in base64url, as WebAuthn's JSON has them. */
const bytes = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[\w-]+$/)
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const credential = z.object({ id: z.string(), transports: z.array(z.enum(TRANSPORTS)) })

/** A passkey, as its owner sees it. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
})
export type Passkey = z.infer<typeof passkey>

/**
 * What the browser needs to ask for a passkey. The challenge works once, within five minutes. Without `allowCredentials` the
 * person chooses one of those that their device has for this site.
 */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** What the browser needs to create one. `userId`: in base64url. */
export const passkeyOffer = z.object({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  userId: z.string(),
  userName: z.string(),
  excludeCredentials: z.array(credential),
})
export type PasskeyOffer = z.infer<typeof passkeyOffer>

/** What the authenticator signed. `id`: the credential's. */
export const passkeyAnswer = z.strictObject({
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/**
 * A log-in of a member by passkey. `userHandle`: whose passkey it is, as the authenticator says. `keepAccount`: cancel the
 * deletion of the account.
 */
export const passkeyLoginInput = passkeyAnswer.extend({
  userHandle: bytes.max(86),
  keepAccount: z.boolean().optional(),
  deviceToken,
  rememberDevice,
})
export type PasskeyLoginInput = z.infer<typeof passkeyLoginInput>

export const startPasskeyInput = z.strictObject({ password: enteredPassword })
export const confirmPasskeyInput = z.strictObject({
  name: line(60),
  id: bytes,
  clientDataJSON: bytes,
  attestationObject: bytes,
  transports: z.array(z.enum(TRANSPORTS)).max(10),
})
export type ConfirmPasskeyInput = z.infer<typeof confirmPasskeyInput>

/** `recoveryCodes`: with the first factor of someone on the staff, and shown only here. */
export const confirmedPasskey = z.object({
  passkey,
  recoveryCodes: z.array(z.string()).nullable(),
})
export type ConfirmedPasskey = z.infer<typeof confirmedPasskey>

export const removePasskeyInput = z.strictObject({ id, password: enteredPassword })
