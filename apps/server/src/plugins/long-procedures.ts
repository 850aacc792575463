import type { AppRouter } from '@chuma/api/app-router'
import { listLongProcedures } from '@chuma/api/list-endpoints'
import type { Access } from '@chuma/api/meta'
import type { Caller } from '@chuma/core/caller'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

type Options = Pick<FastifyTRPCPluginOptions<AppRouter>, 'trpcOptions'>

/** The typed door for procedures that take a whole file. All others share one route, and with it the limit of that. */
export const longProcedures: FastifyPluginAsync<Options> = async (app, { trpcOptions }) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  for (const { procedure: path, bodyLimit, access } of listLongProcedures()) {
    const answer = (req: FastifyRequest, res: FastifyReply) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path })
    app.post(
      `/${path}`,
      {
        bodyLimit,
        // The procedure itself refuses callers without access, in its own words, before the body is read.
        onRequest: async (req, res) => {
          if (isAdmitted(req.caller, access)) return
          await answer(req, res)
          return res
        },
      },
      answer,
    )
  }
}

function isAdmitted(caller: Caller, access: Access | undefined): boolean {
  try {
    access?.admit(caller)
    return true
  } catch {
    return false
  }
}
