import * as z from 'zod'
import { id } from './fields.ts'

/** For lists that most callers read completely. Without parameters: the first page. */
export const pageQuery = z.strictObject({
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(200),
})
export type Page = z.infer<typeof pageQuery>

export const pageInput = pageQuery.prefault({})

export const FIRST_PAGE: Page = { limit: 200 }
