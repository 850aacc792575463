import {
  type ReceivedCallback,
  receivePayoutCallback,
} from '@chuma/core/payouts/attempts/receive-payout-callback'
import { receivePremiumCallback } from '@chuma/core/premium/receive-premium-callback'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const LARGEST_BODY = 64 * 1024
/** The words are short because Safaricom refuses addresses that hold words such as "query". */
const kinds = { r: 'result', t: 'timeout', q: 'query', b: 'balance' } as const satisfies Record<
  string,
  ReceivedCallback['kind']
>

/** Where the payout provider calls back. Whatever it sends is kept as it came, so no body is refused but a huge one. */
export const payoutHooks: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BODY }, (_request, body, done) => {
    done(null, body)
  })

  for (const [letter, kind] of Object.entries(kinds)) {
    app.post(
      `/hooks/d/${letter}/:token`,
      { bodyLimit: LARGEST_BODY, schema: { hide: true, params: z.object({ token: z.string() }) } },
      (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return receivePayoutCallback(deps, { kind, token: request.params.token, body, address: request.ip })
      },
    )
  }

  app.post(
    '/hooks/d/s/:token',
    { bodyLimit: LARGEST_BODY, schema: { hide: true, params: z.object({ token: z.string() }) } },
    (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return receivePremiumCallback(deps, { token: request.params.token, body, address: request.ip })
    },
  )
}
