import { readId } from '../../admin/read-id.ts'

/** The review that an address names; none shows the list. */
export const readReviewPlace = (search: Record<string, unknown>) => readId(search, 'review')
