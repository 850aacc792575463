import * as z from 'zod'

// Control characters hide text, forge log lines and (NUL) cannot be stored at all; bidi overrides and zero-width
// characters make one thing read as another.
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
const HIDDEN_IN_PROSE = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/u

/** One line a person typed: trimmed, in one Unicode form, nothing invisible in it. */
export const line = (max: number, least = { min: 1, message: 'Required' }) =>
  z
    .string()
    .max(max * 4, `At most ${max} characters`)
    .refine(
      (text) => !HIDDEN.test(text.trim()) && text.isWellFormed(),
      'Contains characters that cannot be shown',
    )
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(z.string().min(least.min, least.message).max(max, `At most ${max} characters`))

/** What somebody looks for, or nothing yet. */
export const searchWords = line(100, { min: 0, message: '' })

/** Several lines a person typed. May be empty. */
export const prose = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters`)
    .refine(
      (text) => !HIDDEN_IN_PROSE.test(text) && text.isWellFormed(),
      'Contains characters that cannot be shown',
    )
    .transform((text) => text.trim().normalize('NFC'))

/** Compared without regard to case. ASCII only, so that no look-alike letter can imitate another member's address. */
export const emailAddress = z
  .string()
  .max(254, 'At most 254 characters')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email('Please enter a valid email address'))

/** A password is taken as it is: never trimmed, never cut. The upper bound keeps hashing cheap to refuse. */
export const newPassword = z
  .string()
  .min(6, 'Password must be at least 6 characters long')
  .max(128, 'At most 128 characters')
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'Contains characters that cannot be typed')

/** Only ever compared with the password beside it. */
export const confirmPassword = z.string().max(128, 'At most 128 characters')

/** For checking a password only: the rules for new ones may change, an old one must still be checkable. */
export const enteredPassword = z.string().min(1, 'Required').max(1024, 'At most 1024 characters')

/** Of the authenticator app, or a recovery code. How it is grouped and cased is for the eye only. */
export const secondFactorCode = z
  .string()
  .max(40, 'At most 40 characters')
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, 'Enter the 6 digits or a recovery code'))

export const id = z.uuid('Not a valid id')

/** What was stored as it was, whatever it is. */
export const anyJson = z.json()
