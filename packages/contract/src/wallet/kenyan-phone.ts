import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as z from 'zod'
import { cleanPhone } from '../clean-text.ts'
import type { ProblemCode } from '../problems.ts'

/**
 * Normalise a Kenyan mobile number (07…, 01…, 2547…, +254…) to Daraja's form: 254 and nine digits. Needs the full metadata:
 * the small set accepts 0150…. Numbers are portable between operators, so a valid number may still have no M-Pesa.
 */
export const kenyanPhone = z
  .string()
  .max(200)
  .transform((text, ctx) => {
    const number = cleanPhone(text)
    const parsed = /^\+?\d+$/.test(number) ? parsePhoneNumberFromString(number, 'KE') : undefined
    const isMobile = parsed?.getType() === 'MOBILE' || parsed?.getType() === 'FIXED_LINE_OR_MOBILE'
    if (parsed?.country === 'KE' && parsed.isValid() && isMobile && !parsed.ext) return parsed.number.slice(1)
    ctx.addIssue({ code: 'custom', message: 'NOT_A_KENYAN_NUMBER' satisfies ProblemCode })
    return z.NEVER
  })
