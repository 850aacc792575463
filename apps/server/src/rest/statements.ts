import { statement, statementMonthParams } from '@chuma/contract/wallet/statements'
import { requireMember } from '@chuma/core/auth/require-member'
import { exportStatement } from '@chuma/core/wallet/export-statement'
import { getStatement } from '@chuma/core/wallet/get-statement'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

export const statementsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/statements/:month',
    {
      schema: {
        tags: ['wallet'],
        summary: 'My statement of one month',
        params: statementMonthParams,
        response: { 200: statement },
      },
    },
    (request) => getStatement(deps, requireMember(request.caller), request.params),
  )

  app.get(
    '/statements/:month.csv',
    {
      schema: {
        produces: ['text/csv'],
        tags: ['wallet'],
        summary: 'The same as a table',
        params: statementMonthParams,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { month } = request.params
      const table = await exportStatement(deps, requireMember(request.caller), { month })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="chuma-statement-${month}.csv"`)
        .serializer((text: string) => text)
        .send(table)
    },
  )
}
