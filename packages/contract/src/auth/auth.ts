import * as z from 'zod'
import { confirmed } from '../confirmed.ts'
import {
  code,
  confirmPassword,
  emailAddress,
  enteredPassword,
  line,
  newPassword,
  pastedSecret,
  timestamp,
} from '../fields.ts'
import { refuse } from '../problems.ts'

/** As typed or pasted; stored in capitals. */
export const referralCode = code(/^[A-Z0-9]{6,12}$/, 'NOT_AN_INVITE_CODE')

export const signupInput = confirmed(
  z.strictObject({
    firstName: line(60),
    lastName: line(60),
    email: emailAddress,
    password: newPassword,
    confirmPassword,
    country: line(60).default('Kenya'),
    /** The inviter's code. */
    referralCode: referralCode.optional(),
  }),
  'password',
)
export type SignupInput = z.infer<typeof signupInput>

export const signupResult = z.object({
  requiresVerification: z.boolean(),
  token: z.string().optional(),
  message: z.string(),
})
export type SignupResult = z.infer<typeof signupResult>

/** Asks for a `deviceToken` in the answer, for the next log-in from this browser. */
export const rememberDevice = z.boolean().optional()
/**
 * From an earlier log-in to the same account. Its attempts are counted separately, so nobody else's guesses delay them. It
 * opens nothing.
 */
export const deviceToken = z.string().max(200, refuse('NOT_A_TOKEN')).optional()

export const loginInput = z.strictObject({
  email: emailAddress,
  password: enteredPassword,
  deviceToken,
  rememberDevice,
})
export type LoginInput = z.infer<typeof loginInput>

export const resendVerificationInput = z.strictObject({ email: emailAddress })
/** `retryAfterSeconds`: when the next one may be requested. */
export const resendVerificationResult = z.object({ message: z.string(), retryAfterSeconds: z.int() })

/** Where a sign-in or reset link should go. */
export const requestLinkInput = z.strictObject({ email: emailAddress })

/** The one-time token of a mailed link, exchanged for a session. */
export const redeemLinkInput = z.strictObject({
  token: pastedSecret(200, 'NOT_A_TOKEN'),
  rememberDevice,
})
export type RedeemLinkInput = z.infer<typeof redeemLinkInput>

export const user = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  isEmailVerified: z.boolean(),
  isAdmin: z.boolean(),
  isPremium: z.boolean(),
  createdAt: timestamp,
  points: z.int(),
  totalEarnings: z.number(),
  thisMonthEarnings: z.number(),
  surveysCompleted: z.int(),
  /**
   * 1.0 to 5.0: the share of the member's completed surveys that no partner reversed, times five. 5.0 without reversals,
   * even without completed surveys.
   */
  rating: z.number().min(1).max(5),
})
export type User = z.infer<typeof user>

/** `deviceToken`: only if asked for, and not if the one that was sent still counts. */
export const session = z.object({ token: z.string(), user, deviceToken: z.string().optional() })
export type Session = z.infer<typeof session>

export const linkPurpose = z.enum(['verify-email', 'sign-in', 'reset-password', 'change-email'])
export type LinkPurpose = z.infer<typeof linkPurpose>

/** `reset-password`: for a few minutes the session may set a new password without the old one. */
export const redeemedLink = session.extend({ purpose: linkPurpose })

export const resetPasswordInput = confirmed(
  z.strictObject({ password: newPassword, confirmPassword, rememberDevice }),
  'password',
)
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>

export const message = z.object({ message: z.string() })
