import { client } from '../../messages/sw/client.ts'
import { clientTalk } from '../../messages/sw/client-talk.ts'
import { results } from '../../messages/sw/results.ts'
import { secondFactor } from '../../messages/sw/second-factor.ts'

/** The pages of clients, who load nothing of members' or staff's. */
export const clients = { ...client, ...clientTalk, ...results, ...secondFactor }
