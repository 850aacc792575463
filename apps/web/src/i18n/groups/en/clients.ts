import { client } from '../../messages/en/client.ts'
import { results } from '../../messages/en/results.ts'

/** The pages of clients, who load nothing of members' or staff's. */
export const clients = { ...client, ...results }
