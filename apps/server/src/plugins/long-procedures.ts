import type { AppRouter } from '@chuma/api/app-router'
import { listLongProcedures } from '@chuma/api/list-endpoints'
import type { Access } from '@chuma/api/meta'
import type { Caller } from '@chuma/core/caller'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

type Options = Pick<FastifyTRPCPluginOptions<AppRouter>, 'trpcOptions'>

/** Serve procedures that take a whole file. All others share one route, and its body limit. */
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
        // Refuses callers without access before the body is read, with the procedure's own error.
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
