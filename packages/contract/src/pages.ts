import * as z from 'zod'
import { id } from './fields.ts'

/** Of a list that is read whole by most callers: the first page is what they get who ask for none. */
export const pageQuery = z.strictObject({
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(200),
})
export type Page = z.infer<typeof pageQuery>

export const pageInput = pageQuery.prefault({})

export const FIRST_PAGE: Page = { limit: 200 }
