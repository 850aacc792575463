import * as z from 'zod'
import { enteredPassword, pastedSecret, secondFactorCode } from '../fields.ts'
import { linkPurpose, rememberDevice, session } from './auth.ts'
import { passkeyAnswer } from './passkeys.ts'

/** What the link "This wasn't me" of a security mail undoes. */
export const securityLinkPurpose = z.enum(['undo-email', 'cancel-email', 'secure-account'])
export type SecurityLinkPurpose = z.infer<typeof securityLinkPurpose>

const token = pastedSecret(200, 'NOT_A_TOKEN')

export const describeLinkInput = z.strictObject({ token })

/** What a mailed link would do, without using it. `email`: the account's address, masked. */
export const describedLink = z.object({
  purpose: z.union([linkPurpose, securityLinkPurpose]),
  email: z.string(),
})
export type DescribedLink = z.infer<typeof describedLink>

export const secureAccountInput = z.strictObject({ token, rememberDevice })
export type SecureAccountInput = z.infer<typeof secureAccountInput>

/** What became of the account. */
export const securedAccount = z.object({
  purpose: securityLinkPurpose,
  email: z.string(),
  /** They were added since what the mail is about. */
  passkeysRemoved: z.int(),
  payoutDetailsRemoved: z.int(),
  isDeletionCancelled: z.boolean(),
  /** In KES: what waits, what is with the payment provider and cannot be stopped, and what was paid since. */
  payouts: z.object({ waitingKes: z.int(), sendingKes: z.int(), paidKes: z.int() }),
  /** A suspended account is put right too, but not opened. */
  suspensionReason: z.string().nullable(),
  /** For a few minutes it may set a new password without the old one. */
  session: session.nullable(),
})
export type SecuredAccount = z.infer<typeof securedAccount>

/** `code`: from the authenticator app, or a recovery code. */
export const stepUpInput = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('code'), code: secondFactorCode }),
  z.strictObject({ way: z.literal('passkey'), answer: passkeyAnswer }),
  z.strictObject({ way: z.literal('password'), password: enteredPassword }),
])
export type StepUpInput = z.infer<typeof stepUpInput>
