import { adminGames, adminSpin, listSpinsInput } from '@chuma/contract/tasks/admin-games'
import { getAdminGames } from '@chuma/core/tasks/get-admin-games'
import { listSpins } from '@chuma/db/queries/tasks/spins'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const config = { permission: 'catalogue:read' } as const
const tags = ['admin']

export const adminGamesRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/games',
    {
      config,
      schema: {
        tags,
        summary: 'The wheel and the quiz: how they are set, what they cost, what the wheel did',
        description: 'They are changed through the economy record.',
        response: { 200: adminGames },
      },
    },
    () => getAdminGames(deps),
  )

  app.get(
    '/admin/games/spins',
    {
      config,
      schema: {
        tags,
        summary: 'Spins of all members, newest first',
        querystring: listSpinsInput,
        response: { 200: z.array(adminSpin) },
      },
    },
    (request) => listSpins(deps.db, request.query),
  )
}
