import * as z from 'zod'
import { enteredPassword, secondFactorCode } from '../fields.ts'
import { passkeyAnswer } from './passkeys.ts'

/** `code`: from the authenticator app, or a recovery code. */
export const stepUpInput = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('code'), code: secondFactorCode }),
  z.strictObject({ way: z.literal('passkey'), answer: passkeyAnswer }),
  z.strictObject({ way: z.literal('password'), password: enteredPassword }),
])
export type StepUpInput = z.infer<typeof stepUpInput>
