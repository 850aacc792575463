import { client } from '../../messages/sw/client.ts'
import { results } from '../../messages/sw/results.ts'

/** The pages of clients, who load nothing of members' or staff's. */
export const clients = { ...client, ...results }
