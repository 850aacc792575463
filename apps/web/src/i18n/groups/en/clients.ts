import { client } from '../../messages/en/client.ts'
import { clientTalk } from '../../messages/en/client-talk.ts'
import { results } from '../../messages/en/results.ts'
import { secondFactor } from '../../messages/en/second-factor.ts'

/** The pages of clients, who load nothing of members' or staff's. */
export const clients = { ...client, ...clientTalk, ...results, ...secondFactor }
