import * as z from 'zod'
import {
  cleanCode,
  cleanEmail,
  cleanIdentifier,
  cleanLine,
  cleanSecret,
  cleanText,
  cleanUrl,
} from './clean-text.ts'
import { MIN_PASSWORD_LENGTH } from './form-rules.ts'
import { type ProblemCode, refuse } from './problems.ts'

// Control characters forge log lines, and PostgreSQL cannot store NUL. Spaces and line breaks are cleaned.
const CONTROL = /(?!\s)\p{Cc}/u
const isPrintable = (text: string) => !CONTROL.test(text) && text.isWellFormed()

/** A text before it is cleaned. Cleaning shortens it: the reported limit applies to the result. */
const typed = (max: number) =>
  z
    .string()
    .max(max * 4, refuse('TOO_LONG', { max }))
    .refine(isPrintable, refuse('HIDDEN_CHARACTERS'))

/** The minimum length, and the code for shorter texts if `TOO_SHORT` is not specific enough. */
type Least = { min: number; code?: 'NAME_TOO_SHORT' | 'SUBJECT_TOO_SHORT' | 'SEARCH_TOO_SHORT' }

/** One typed line: a name, a title, a search. */
export const line = (max: number, { min, code }: Least = { min: 1 }) =>
  typed(max)
    .transform(cleanLine)
    .pipe(
      z
        .string()
        .min(min, code && refuse(code))
        .max(max),
    )

/** What is compared character by character: a reference, a column of a file. */
export const identifier = (max: number, { min }: Least = { min: 1 }) =>
  typed(max).transform(cleanIdentifier).pipe(z.string().min(min).max(max))

/** A code in capitals. Grouping and case do not matter. */
export const code = (shape: RegExp, problem: ProblemCode) =>
  z
    .string()
    .max(200, refuse(problem as 'INVALID'))
    .transform((text) => cleanCode(text).toUpperCase())
    .pipe(z.string().regex(shape, refuse(problem as 'INVALID')))

/** A token or a secret of another system, as pasted. */
export const pastedSecret = (max: number, problem: ProblemCode = 'TOO_LONG') =>
  z
    .string()
    .max(max * 2, refuse(problem as 'INVALID'))
    .refine(isPrintable, refuse('UNTYPEABLE_CHARACTERS'))
    .transform(cleanSecret)
    .pipe(
      z
        .string()
        .min(1)
        .max(max, refuse(problem as 'INVALID')),
    )

/** The address of a page, before it is judged. May be empty. */
export const pastedUrl = z
  .string()
  .max(2048 * 2, refuse('TOO_LONG', { max: 2048 }))
  .transform(cleanUrl)
  .pipe(z.string().max(2048))

/** The text of a file that is sent within a call. */
export const fileText = (most: number, megabytes = Math.floor(most / 1_000_000)) =>
  z
    .string()
    .min(1, refuse('FILE_EMPTY'))
    .max(most, refuse('FILE_TOO_LARGE', { megabytes }))
    .refine((text) => !text.startsWith('PK\u0003\u0004'), refuse('FILE_IS_EXCEL'))
    // Where the sender decoded the file wrongly, its letters are lost.
    .refine((text) => !text.includes('\ufffd'), refuse('FILE_ENCODING_UNKNOWN'))

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
export const prose = (max: number) => typed(max).transform(cleanText).pipe(z.string().max(max))

/** Compared case-insensitively. ASCII only, so that look-alike letters cannot imitate another member's address. */
export const emailAddress = z.string().max(1000).transform(cleanEmail).pipe(z.email().max(254))

/** Passwords are used unchanged: not trimmed, not truncated. The upper bound limits the cost of hashing. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, refuse('PASSWORD_TOO_SHORT'))
  .max(128)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), refuse('UNTYPEABLE_CHARACTERS'))

/** Only compared with the password. */
export const confirmPassword = z.string().max(128)

/** For checking passwords: rules for new ones may change, but old ones must still be accepted here. */
export const enteredPassword = z.string().min(1).max(1024)

/** A code from the authenticator app, or a recovery code. */
export const secondFactorCode = code(/^(\d{6}|[A-Z2-7]{16})$/, 'NOT_A_FACTOR_CODE')

export const id = z.uuid()

export const anyJson = z.json()

/** A `Date` for the server, ISO 8601 text in UTC for every caller. */
export const timestamp = z.codec(z.date(), z.string().meta({ format: 'date-time' }), {
  decode: (moment) => moment.toISOString(),
  encode: (text) => new Date(text),
})

/** What a use case returns for a schema, before its timestamps become text. */
export type Answer<Schema extends z.ZodType> = z.input<Schema>

/** The fields that ask for a page of a list: `size` rows unless the caller says how many, up to `max`. */
export const pageOf = (size: number, max = 100) => ({
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(max).default(size),
})

/** For lists that most callers read completely. Without parameters: the first page. */
export const pageQuery = z.strictObject(pageOf(200, 200))
export type Page = z.infer<typeof pageQuery>

export const pageInput = pageQuery.prefault({})

export const FIRST_PAGE: Page = { limit: 200 }
