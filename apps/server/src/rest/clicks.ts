import { pageQuery } from '@chuma/contract/pages'
import { claim, click, openClaimInput } from '@chuma/contract/partners/partners'
import { requireMember } from '@chuma/core/auth/require-member'
import { openClaim } from '@chuma/core/partners/claims/open-claim'
import { listMyClicks } from '@chuma/core/partners/clicks/list-my-clicks'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['clicks']

export const clicksRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/clicks',
    {
      schema: {
        tags,
        summary: 'Where I went for points, and what became of it',
        querystring: pageQuery,
        response: { 200: z.array(click) },
      },
    },
    (request) => listMyClicks(deps, { ...request.query, memberId: requireMember(request.caller).memberId }),
  )

  app.post(
    '/claims',
    {
      config: { errors: ['ALREADY_CREDITED', 'CLAIM_EXISTS', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Claim points that a click should have brought',
        body: openClaimInput,
        response: { 201: claim },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await openClaim(deps, requireMember(request.caller), request.body)),
  )
}
