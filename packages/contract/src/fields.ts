import * as z from 'zod'
import { refuse } from './problems.ts'

// Control characters hide text, forge log lines and (NUL) cannot be stored; bidi overrides and zero-width characters make
// one text look like another.
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
const HIDDEN_IN_PROSE = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/u

/** The minimum length, and the code for shorter texts if `TOO_SHORT` is not specific enough. */
type Least = { min: number; code?: 'NAME_TOO_SHORT' | 'SUBJECT_TOO_SHORT' | 'SEARCH_TOO_SHORT' }

/** One typed line: trimmed, Unicode-normalised, without invisible characters. */
export const line = (max: number, { min, code }: Least = { min: 1 }) =>
  z
    .string()
    // Trimming and normalising shorten a text: the reported limit applies to the result.
    .max(max * 4, refuse('TOO_LONG', { max }))
    .refine((text) => !HIDDEN.test(text.trim()) && text.isWellFormed(), refuse('HIDDEN_CHARACTERS'))
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(
      z
        .string()
        .min(min, code && refuse(code))
        .max(max),
    )

/** The text of a file that is sent within a call. */
export const fileText = (most: number) =>
  z
    .string()
    .min(1, refuse('FILE_EMPTY'))
    .max(most, refuse('FILE_TOO_LARGE', { megabytes: Math.floor(most / 1_000_000) }))

/** A search text; empty while nothing is searched. */
export const searchWords = line(100, { min: 0 })

/** A shorter search, or one without two adjacent letters, would match nearly everyone. */
export const memberSearch = line(100, { min: 3, code: 'SEARCH_TOO_SHORT' }).pipe(
  z.string().regex(/[\p{L}\p{N}]{2}/u, refuse('SEARCH_TOO_SHORT')),
)

/** Over REST a filter arrives as text in the query. */
export const queryFlag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((word) => word === 'true'),
])

/** JSON as text, because the query of an address holds no objects. */
export const jsonText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        ctx.addIssue({ code: 'custom', message: refuse('NOT_JSON').error })
        return z.NEVER
      }
    })

/** Several typed lines. May be empty. */
export const prose = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !HIDDEN_IN_PROSE.test(text) && text.isWellFormed(), refuse('HIDDEN_CHARACTERS'))
    .transform((text) => text.trim().normalize('NFC'))

/** Compared case-insensitively. ASCII only, so that look-alike letters cannot imitate another member's address. */
export const emailAddress = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email())

/** Passwords are used unchanged: not trimmed, not truncated. The upper bound limits the cost of hashing. */
export const newPassword = z
  .string()
  .min(6, refuse('PASSWORD_TOO_SHORT'))
  .max(128)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), refuse('UNTYPEABLE_CHARACTERS'))

/** Only compared with the password. */
export const confirmPassword = z.string().max(128)

/** For checking passwords: rules for new ones may change, but old ones must still be accepted here. */
export const enteredPassword = z.string().min(1).max(1024)

/** A code from the authenticator app, or a recovery code. Grouping and case do not matter. */
export const secondFactorCode = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, refuse('NOT_A_FACTOR_CODE')))

export const id = z.uuid()

/** Any JSON that was stored. */
export const anyJson = z.json()
