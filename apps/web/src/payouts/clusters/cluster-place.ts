import { readId } from '../../admin/read-id.ts'

/** The cluster that an address names; none shows the list. */
export const readClusterPlace = (search: Record<string, unknown>) => readId(search, 'cluster')
