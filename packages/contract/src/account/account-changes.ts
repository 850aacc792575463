import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

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
