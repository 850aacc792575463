import * as z from 'zod'
import { emailAddress, enteredPassword, line, newPassword } from './fields.ts'

export const signupInput = z
  .strictObject({
    firstName: line(60),
    lastName: line(60),
    email: emailAddress,
    password: newPassword,
    confirmPassword: z.string().max(128, 'At most 128 characters'),
    country: line(60).default('Kenya'),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type SignupInput = z.infer<typeof signupInput>

export const signupResult = z.object({
  requiresVerification: z.boolean(),
  token: z.string().optional(),
  message: z.string(),
})
export type SignupResult = z.infer<typeof signupResult>

export const loginInput = z.strictObject({ email: emailAddress, password: enteredPassword })
export type LoginInput = z.infer<typeof loginInput>

export const resendVerificationInput = z.strictObject({ email: emailAddress })

/** The one-time token of a mailed link, exchanged for a session. */
export const redeemLinkInput = z.strictObject({
  token: z.string().min(1, 'Required').max(200, 'Not a valid token'),
})

export const user = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  isEmailVerified: z.boolean(),
  isAdmin: z.boolean(),
  isPremium: z.boolean(),
  createdAt: z.date(),
  points: z.int(),
  totalEarnings: z.number(),
  thisMonthEarnings: z.number(),
  surveysCompleted: z.int(),
})
export type User = z.infer<typeof user>

export const session = z.object({ token: z.string(), user })
export type Session = z.infer<typeof session>

export const message = z.object({ message: z.string() })
