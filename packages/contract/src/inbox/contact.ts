import * as z from 'zod'
import { emailAddress, line, prose } from '../fields.ts'
import { refuse } from '../problems.ts'

/** The problems' texts are those of SPEC §5; the form on /contact shows them before it sends. */
export const contactInput = z.strictObject({
  name: line(100, { min: 2, code: 'NAME_TOO_SHORT' }),
  email: emailAddress,
  subject: line(150, { min: 5, code: 'SUBJECT_TOO_SHORT' }),
  message: prose(5000).pipe(z.string().min(10, refuse('MESSAGE_TOO_SHORT'))),
})
export type ContactInput = z.infer<typeof contactInput>

export const contactResult = z.object({ message: z.string() })

/** How to reach our team: the operator's settings. */
export const contactDetails = z.object({
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** One line each. */
  hours: z.array(z.string()),
})
