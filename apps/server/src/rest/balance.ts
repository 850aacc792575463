import { balance, walletTerms } from '@chuma/contract/wallet/wallet'
import { requireMember } from '@chuma/core/auth/require-member'
import { getTerms } from '@chuma/core/wallet/get-terms'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['wallet']

/** What a member has, and what it is worth. */
export const balanceRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/wallet/terms',
    {
      schema: {
        security: [],
        tags,
        summary: 'What a point is worth, and how it can be paid out',
        response: { 200: walletTerms },
      },
    },
    () => getTerms(deps),
  )

  app.get(
    '/wallet/balance',
    { schema: { tags, summary: 'What I have, and what I have earned', response: { 200: balance } } },
    (request) => getBalance(deps.db, requireMember(request.caller).memberId),
  )
}
