import { message } from '@chuma/contract/auth/auth'
import { forgetPayoutDetailsInput, payoutDetails } from '@chuma/contract/wallet/wallet'
import { requireMember } from '@chuma/core/auth/require-member'
import { forgetPayoutDetails } from '@chuma/core/wallet/forget-payout-details'
import { listPayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

export const payoutDetailsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/payout-details',
    {
      schema: {
        tags: ['wallet'],
        summary: 'Where I was last paid, by method',
        response: { 200: z.array(payoutDetails) },
      },
    },
    (request) => listPayoutDetails(deps.db, requireMember(request.caller).memberId),
  )

  app.delete(
    '/payout-details/:method',
    {
      schema: {
        tags: ['wallet'],
        summary: 'Keep my details of one method no longer',
        params: forgetPayoutDetailsInput,
        response: { 200: message },
      },
    },
    (request) => forgetPayoutDetails(deps, requireMember(request.caller), request.params),
  )
}
