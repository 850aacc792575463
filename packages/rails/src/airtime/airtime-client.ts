import { exchange } from '@chuma/mpesa/exchange'
import type { NotSent } from '@chuma/mpesa/gateway-errors'
import { fetchOnce } from '@chuma/mpesa/post-once'
import { z } from 'zod'
import {
  type BalanceOutcome,
  doubt,
  judgeLost,
  notSent,
  type QueryOutcome,
  type RailPayment,
  type RailQuery,
  type SendOutcome,
} from '../outcomes.ts'
import { readAirtimeAnswer, readAirtimeBalance, readTransaction } from './read-answers.ts'

export type AirtimeConfig = {
  baseUrl: string
  username: string
  apiKey: string
  timeoutMs: number
  fetch?: typeof fetch
}
export type Airtime = ReturnType<typeof createAirtime>

const order = z.object({
  originatorConversationId: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
  amountKes: z.int().min(5).max(10_000),
  msisdn: z.string().regex(/^254\d{9}$/),
})

/**
 * Create a client for airtime by Africa's Talking. It never throws for failures of the network or the provider, and nothing is retried.
 * There is no token to get: the key comes with every call.
 */
export function createAirtime(config: AirtimeConfig) {
  const http = config.fetch ?? fetchOnce
  const headers = { apikey: config.apiKey, accept: 'application/json' }
  const get = (path: string, query: Record<string, string>) => {
    const url = new URL(path, config.baseUrl)
    url.search = new URLSearchParams({ username: config.username, ...query }).toString()
    return exchange({ fetch: http, url, init: { headers }, timeoutMs: config.timeoutMs })
  }

  return {
    prepare: async (): Promise<{ outcome: 'ready' } | NotSent> => ({ outcome: 'ready' }),

    /** Buy airtime for one number. Its idempotency key is our id: a repeat within minutes is recognised, later ones are not. */
    async send(payment: RailPayment, mayWrite?: () => boolean): Promise<SendOutcome> {
      const parsed = order.safeParse(payment)
      if (!parsed.success) return notSent('INVALID_INPUT', z.prettifyError(parsed.error))
      const { originatorConversationId: id, amountKes, msisdn } = parsed.data
      const recipients = JSON.stringify([{ phoneNumber: `+${msisdn}`, amount: `KES ${amountKes}` }])
      const answer = await exchange({
        fetch: http,
        url: new URL('/version1/airtime/send', config.baseUrl),
        init: {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id },
          // Their own repeats could pass ours.
          body: new URLSearchParams({ username: config.username, recipients, maxNumRetry: '0' }).toString(),
        },
        timeoutMs: config.timeoutMs,
        ...(mayWrite && { mayWrite }),
      })
      return answer.kind === 'answered' ? readAirtimeAnswer(answer, parsed.data) : judgeLost(answer)
    },

    /** Ask what became of it. Only their own id can be asked for, which a lost answer never told us. */
    async queryStatus({ conversationId, originatorConversationId }: RailQuery): Promise<QueryOutcome> {
      if (!conversationId) return doubt('NO_ID', 'The answer with the id of the request was lost')
      const answer = await get('/query/transaction/find', { transactionId: conversationId })
      if (answer.kind !== 'answered') return judgeLost(answer)
      return readTransaction(answer, { conversationId, originatorConversationId })
    },

    async queryBalance(): Promise<BalanceOutcome> {
      const answer = await get('/version1/user', {})
      return answer.kind === 'answered' ? readAirtimeBalance(answer) : judgeLost(answer)
    },
  }
}
