import { readId } from '../../admin/read-id.ts'

/** The claim that an address names; none shows the list. */
export const readClaimPlace = (search: Record<string, unknown>) => readId(search, 'claim')
