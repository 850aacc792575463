import * as z from 'zod'
import { code, timestamp } from '../fields.ts'
import type { ProblemCode } from '../problems.ts'
import { toKenyanNumber } from './networks.ts'

/** Parse a Kenyan mobile number into Daraja's form: 254 and nine digits. Whether it has the chosen wallet, only its network knows. */
export const kenyanPhone = z
  .string()
  .max(200)
  .transform((text, ctx) => {
    const number = toKenyanNumber(text)
    if (number !== null) return number
    ctx.addIssue({ code: 'custom', message: 'NOT_A_KENYAN_NUMBER' satisfies ProblemCode })
    return z.NEVER
  })

export const requestCodeInput = z.strictObject({ mpesaNumber: kenyanPhone })
export type RequestCodeInput = z.infer<typeof requestCodeInput>

export const confirmCodeInput = z.strictObject({
  mpesaNumber: kenyanPhone,
  code: code(/^\d{6}$/, 'NOT_A_TEXTED_CODE'),
})
export type ConfirmCodeInput = z.infer<typeof confirmCodeInput>

/**
 * What became of the text. `sending`: on its way to the network · `sent`: the network has it · `delivered`: on the phone ·
 * `not-delivered`: it will not arrive · `unknown`: it may have been sent, and is not sent again.
 */
const textState = z.enum(['sending', 'sent', 'delivered', 'not-delivered', 'unknown'])

/** Why a text does not arrive. `blocked`: the number gets no texts of ours · `number`: nobody has it · `account`: our fault. */
const textProblem = z.enum(['blocked', 'number', 'network', 'account'])

/** The member's newest code while it can be used. */
export const destinationCode = z.object({
  /** The masked number, such as 0712 ••• 678. */
  sentTo: z.string(),
  requestedAt: timestamp,
  expiresAt: timestamp,
  /** How many seconds until the member can ask for another. */
  resendAfterSeconds: z.int(),
  state: textState,
  problem: textProblem.nullable(),
})
export type DestinationCode = z.infer<typeof destinationCode>

/** Null: no code can be used now. */
export const destinationCodeState = z.object({ code: destinationCode.nullable() })

/**
 * `proven`: payments go there · `in-review`: the code is right, and another account had proven the number before, so staff decide
 * whose it is now.
 */
export const confirmedCode = z.object({ outcome: z.enum(['proven', 'in-review']), message: z.string() })
export type ConfirmedCode = z.infer<typeof confirmedCode>

/** What proved that a destination is a member's: a code by SMS, a first payment that arrived, or staff. */
export const destinationProof = z.enum(['code', 'payment', 'staff'])
export type DestinationProof = z.infer<typeof destinationProof>

/** Whether a destination is proven to be the member's. Others who named it make no difference. */
export const destinationState = {
  isProven: z.boolean(),
  provenBy: destinationProof.nullable(),
  provenAt: timestamp.nullable(),
}
