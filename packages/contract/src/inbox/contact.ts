import * as z from 'zod'
import { emailAddress, line, prose } from '../fields.ts'

/** The messages are the specification's (SPEC §5); the form on /contact says the same before anything is sent. */
export const contactInput = z.strictObject({
  name: line(100, { min: 2, message: 'Name must be at least 2 characters' }),
  email: emailAddress,
  subject: line(150, { min: 5, message: 'Subject must be at least 5 characters' }),
  message: prose(5000).pipe(z.string().min(10, 'Message must be at least 10 characters')),
})
export type ContactInput = z.infer<typeof contactInput>

export const contactResult = z.object({ message: z.string() })
export type ContactResult = z.infer<typeof contactResult>

/** Where a person of our team can be reached: the operator's settings. */
export const contactDetails = z.object({
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** One line each. */
  hours: z.array(z.string()),
})
export type ContactDetails = z.infer<typeof contactDetails>
