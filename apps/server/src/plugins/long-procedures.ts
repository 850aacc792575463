import type { AppRouter } from '@chuma/api/app-router'
import type { Permission } from '@chuma/contract/admin/permissions'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import type { Caller } from '@chuma/core/caller'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

type Options = Pick<FastifyTRPCPluginOptions<AppRouter>, 'trpcOptions'>

/** For a file of 20,000 rows, its line ends written as JSON writes them. */
export const LONG_BODY_BYTES = 4 * 1024 * 1024

/** Procedures that take a whole file, and who may send one. */
const LONG_PROCEDURES: Record<string, Permission> = {
  'admin.importStatement': 'ledger:verify',
  'admin.importPayments': 'payouts:manage',
  'admin.importSurveys': 'offers:manage',
  'admin.importQuizQuestions': 'catalogue:manage',
}

/** The typed door for long calls. All others share one route and with it the limit of that. */
export const longProcedures: FastifyPluginAsync<Options> = async (app, { trpcOptions }) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  for (const [path, permission] of Object.entries(LONG_PROCEDURES)) {
    const answer = (req: FastifyRequest, res: FastifyReply) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path })
    app.post(
      `/${path}`,
      {
        bodyLimit: LONG_BODY_BYTES,
        // Whoever may not is refused by the procedure itself, in its own words, before the body is read.
        onRequest: async (req, res) => {
          if (isAllowed(req.caller, permission)) return
          await answer(req, res)
          return res
        },
      },
      answer,
    )
  }
}

function isAllowed(caller: Caller, permission: Permission): boolean {
  try {
    requireStaff(caller, permission)
    return true
  } catch {
    return false
  }
}
