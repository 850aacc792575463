import { getReferralInput, referral } from '@chuma/contract/referral/referral'
import { requireMember } from '@chuma/core/auth/require-member'
import { getReferral } from '@chuma/core/referral/get-referral'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

export const referralRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the query is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/referral',
    {
      schema: {
        tags: ['referral'],
        summary: 'My invite code, and what became of the friends who came by it',
        description: 'A friend is listed, newest first, once he has verified his address.',
        querystring: getReferralInput,
        response: { 200: referral },
      },
    },
    (request) => getReferral(deps, requireMember(request.caller), request.query),
  )
}
