import * as z from 'zod'
import { emailAddress, line } from '../fields.ts'
import { contactDetails } from '../inbox/contact.ts'
import { fromNames } from './figures.ts'

const figures = z.object(fromNames(() => z.string()))
/** One line each; empty hides its place. */
export const changeFiguresInput = z.strictObject(fromNames(() => line(40, { min: 0 })))

/** The product's name, how to reach its operator, what its public pages claim, and whether people can sign up. */
export const product = contactDetails.extend({ name: z.string(), isSignUpOpen: z.boolean(), figures })
export type Product = z.infer<typeof product>

export const changeProductInput = z.strictObject({
  name: line(40),
  email: emailAddress,
  phone: line(40),
  address: line(200),
  /** The support hours, one line each. */
  hours: z.array(line(100)).min(1).max(7),
  isSignUpOpen: z.boolean(),
})
export type ChangeProductInput = z.infer<typeof changeProductInput>
