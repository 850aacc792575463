import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

/** What browsers refused because of our content security policy, counted by kind. */
export const cspReport = z.object({
  /** `script-src-elem` */
  directive: z.string(),
  /** The origin that it came from, or a keyword such as `inline`. */
  blocked: z.string(),
  /** The page, without what its address identifies. */
  page: z.string(),
  reports: z.int(),
  firstAt: timestamp,
  lastAt: timestamp,
})
export type CspReport = z.infer<typeof cspReport>

export const listCspReportsInput = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
