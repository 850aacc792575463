import * as z from 'zod'
import { refuse } from './problems.ts'

/** A calendar day in the business's time zone, `YYYY-MM-DD`. */
export const businessDay = z.iso.date()

/** A calendar month in the business's time zone, `YYYY-MM`. */
export const businessMonth = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, refuse('NOT_A_MONTH'))
