import { findWithdrawalsInput, foundWithdrawal } from '@chuma/contract/payouts/palette'
import { findWithdrawals } from '@chuma/core/payouts/approvals/find-withdrawals'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

export const paletteRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/withdrawals/find',
    {
      config: { permission: 'withdrawals:read' },
      schema: {
        tags: ['admin'],
        summary: 'Withdrawals by their id, their receipt or the number that they went to',
        querystring: findWithdrawalsInput,
        response: { 200: z.array(foundWithdrawal) },
      },
    },
    (request) => findWithdrawals(deps, request.query),
  )
}
