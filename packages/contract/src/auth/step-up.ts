import * as z from 'zod'
import { enteredPassword, secondFactorCode } from '../fields.ts'

/** How a caller can prove who they are. A password counts only for an account without a second factor. */
export const STEP_UP_WAYS = ['totp', 'recovery-code', 'password'] as const
export type StepUpWay = (typeof STEP_UP_WAYS)[number]

/** How long a proof counts, for the session that gave it. */
export const STEP_UP_MINUTES = 5

/** `code`: from the authenticator app, or a recovery code. */
export const stepUpInput = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('code'), code: secondFactorCode }),
  z.strictObject({ way: z.literal('password'), password: enteredPassword }),
])
export type StepUpInput = z.infer<typeof stepUpInput>
