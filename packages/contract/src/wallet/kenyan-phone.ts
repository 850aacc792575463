import * as z from 'zod'
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
