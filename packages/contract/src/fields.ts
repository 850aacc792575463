import * as z from 'zod'
import { refuse } from './problems.ts'

// Control characters hide text, forge log lines and (NUL) cannot be stored at all; bidi overrides and zero-width
// characters make one thing read as another.
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
const HIDDEN_IN_PROSE = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/u

/** The shortest text, and the code for a shorter one where `TOO_SHORT` says too little. */
type Least = { min: number; code?: 'NAME_TOO_SHORT' | 'SUBJECT_TOO_SHORT' | 'SEARCH_TOO_SHORT' }

/** One line a person typed: trimmed, in one Unicode form, nothing invisible in it. */
export const line = (max: number, { min, code }: Least = { min: 1 }) =>
  z
    .string()
    // Trimming and normalising shorten a text: the limit that is reported is the one for the result.
    .max(max * 4, refuse('TOO_LONG', { max }))
    .refine((text) => !HIDDEN.test(text.trim()) && text.isWellFormed(), refuse('HIDDEN_CHARACTERS'))
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(
      z
        .string()
        .min(min, code && refuse(code))
        .max(max),
    )

/** What somebody looks for, or nothing yet. */
export const searchWords = line(100, { min: 0 })

/** Several lines a person typed. May be empty. */
export const prose = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !HIDDEN_IN_PROSE.test(text) && text.isWellFormed(), refuse('HIDDEN_CHARACTERS'))
    .transform((text) => text.trim().normalize('NFC'))

/** Compared without regard to case. ASCII only, so that no look-alike letter can imitate another member's address. */
export const emailAddress = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email())

/** A password is taken as it is: never trimmed, never cut. The upper bound keeps hashing cheap to refuse. */
export const newPassword = z
  .string()
  .min(6, refuse('PASSWORD_TOO_SHORT'))
  .max(128)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), refuse('UNTYPEABLE_CHARACTERS'))

/** Only ever compared with the password beside it. */
export const confirmPassword = z.string().max(128)

/** For checking a password only: the rules for new ones may change, an old one must still be checkable. */
export const enteredPassword = z.string().min(1).max(1024)

/** Of the authenticator app, or a recovery code. How it is grouped and cased is for the eye only. */
export const secondFactorCode = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, refuse('NOT_A_FACTOR_CODE')))

export const id = z.uuid()

/** What was stored as it was, whatever it is. */
export const anyJson = z.json()
