import type { Deps } from '@chuma/core/deps'
import { receiveReport } from '@chuma/core/inbox/texts/receive-report'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod'

/** A report has five short fields. */
const LARGEST_BODY = 4 * 1024
const params = z.object({ token: z.string() })
type Call = { Params: z.infer<typeof params> }

/** Where the provider of texts posts delivery reports, as forms. */
export const smsHooks: FastifyPluginAsync<{ deps: Deps }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_request, body, done) => {
    done(null, body)
  })

  app.post<Call>(
    '/hooks/sms/:token',
    { bodyLimit: LARGEST_BODY, config: { hidesParameters: true }, schema: { params } },
    async (request) => {
      const body = typeof request.body === 'string' ? request.body : ''
      await receiveReport(deps, { token: request.params.token, body })
      return { received: true }
    },
  )
}
