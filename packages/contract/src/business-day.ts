import * as z from 'zod'
import { refuse } from './problems.ts'

/** A calendar day in the business's time zone, `YYYY-MM-DD`. */
export const businessDay = z.iso.date()

/** A calendar month in the business's time zone, `YYYY-MM`. */
export const businessMonth = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, refuse('NOT_A_MONTH'))

/** The longest period of one query: a leap year. */
const MAX_FIGURE_DAYS = 366

const DAY_MS = 24 * 3600 * 1000

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

export const period = z.strictObject({ from: businessDay, to: businessDay })

export function bounded<Input extends z.ZodType<{ from: string; to: string }>>(input: Input) {
  return input
    .refine(({ from, to }) => from <= to, { path: ['to'], ...refuse('BEFORE_FIELD', { field: 'from' }) })
    .refine(({ from, to }) => countDays(from, to) <= MAX_FIGURE_DAYS, {
      path: ['to'],
      ...refuse('PERIOD_TOO_LONG', { days: MAX_FIGURE_DAYS }),
    })
}

/** The first and the last business day, both included. Days in the future are left out of the answer. */
export const figurePeriod = bounded(period)

export type FigurePeriod = z.infer<typeof figurePeriod>
