import type { Deps } from '@chuma/core/deps'
import { receivePostback } from '@chuma/core/partners/events'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod'

const LARGEST_BODY = 64 * 1024
const params = z.object({ publicKey: z.string().regex(/^[\w-]{1,100}$/) })
type Call = { Params: z.infer<typeof params> }

/** Where partners call. Signatures cover bytes, so nothing is parsed here, and only a huge body is refused. */
export const postbackRest: FastifyPluginAsync<{ deps: Deps }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BODY }, (_request, body, done) => {
    done(null, body)
  })

  app.route<Call>({
    method: ['GET', 'POST'],
    url: '/postback/:publicKey',
    bodyLimit: LARGEST_BODY,
    exposeHeadRoute: false,
    config: { hidesParameters: true },
    schema: { params },
    handler: async (request, reply) => {
      const { status, body } = await receivePostback(deps, {
        publicKey: request.params.publicKey,
        method: request.method,
        rawTarget: request.raw.url ?? '',
        headers: request.headers,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        address: request.ip,
      })
      return reply.code(status).type('text/plain; charset=utf-8').send(body)
    },
  })
}
