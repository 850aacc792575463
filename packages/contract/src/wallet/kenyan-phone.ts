import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as z from 'zod'
import type { ProblemCode } from '../problems.ts'

/**
 * Any usual spelling of a Kenyan mobile number (07…, 01…, 2547…, +254…) becomes Daraja's form: 254 and nine digits.
 * The full metadata is needed: the small set takes 0150… for valid. An operator cannot be told from a number
 * (they are portable), so a valid number may still turn out not to have M-Pesa.
 */
export const kenyanPhone = z
  .string()
  .max(32)
  .transform((text, ctx) => {
    // Digits of other scripts parse as well; refused, because a member could not recognise their own number in them.
    const parsed = /^[+0-9 ()-]+$/.test(text) ? parsePhoneNumberFromString(text, 'KE') : undefined
    const isMobile = parsed?.getType() === 'MOBILE' || parsed?.getType() === 'FIXED_LINE_OR_MOBILE'
    if (parsed?.country === 'KE' && parsed.isValid() && isMobile && !parsed.ext) return parsed.number.slice(1)
    ctx.addIssue({ code: 'custom', message: 'NOT_A_KENYAN_NUMBER' satisfies ProblemCode })
    return z.NEVER
  })
