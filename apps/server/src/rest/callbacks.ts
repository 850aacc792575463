import type { Deps } from '@chuma/core/deps'
import { receiveReport } from '@chuma/core/inbox/texts/receive-report'
import { receivePostback } from '@chuma/core/partners/events'
import {
  type ReceivedCallback,
  receivePayoutCallback,
  receiveSharedCallback,
} from '@chuma/core/payouts/callbacks'
import { receivePremiumCallback } from '@chuma/core/premium/receive-premium-callback'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod'

const LARGEST_BODY = 64 * 1024
const params = z.object({ token: z.string() })
const sharedParams = z.object({ rail: z.string(), secret: z.string().optional() })
type SharedCall = { Params: z.infer<typeof sharedParams> }
type Call = { Params: z.infer<typeof params> }

/** Single letters because Safaricom refuses addresses that contain words such as "query". */
const kinds = { r: 'result', t: 'timeout', q: 'query', b: 'balance' } as const satisfies Record<
  string,
  ReceivedCallback['kind']
>

/** Where the payout provider calls back. Bodies are stored unchanged, so only a huge one is refused. */
export const payoutHooks: FastifyPluginAsync<{ deps: Deps }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BODY }, (_request, body, done) => {
    done(null, body)
  })

  for (const [letter, kind] of Object.entries(kinds)) {
    app.post<Call>(
      `/hooks/d/${letter}/:token`,
      { bodyLimit: LARGEST_BODY, config: { hidesParameters: true }, schema: { params } },
      (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return receivePayoutCallback(deps, { kind, token: request.params.token, body, address: request.ip })
      },
    )
  }

  for (const path of ['/hooks/p/:rail', '/hooks/p/:rail/:secret']) {
    app.post<SharedCall>(
      path,
      { bodyLimit: LARGEST_BODY, config: { hidesParameters: true }, schema: { params: sharedParams } },
      (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { rail, secret } = request.params
        const hash = request.headers.hash
        const signature = secret ?? (typeof hash === 'string' ? hash : null)
        return receiveSharedCallback(deps, { rail, body, address: request.ip, signature })
      },
    )
  }

  app.post<Call>(
    '/hooks/d/s/:token',
    { bodyLimit: LARGEST_BODY, config: { hidesParameters: true }, schema: { params } },
    (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return receivePremiumCallback(deps, { token: request.params.token, body, address: request.ip })
    },
  )
}

/** A report has five short fields. */
const LARGEST_SMS_BODY = 4 * 1024

/** Where the provider of texts posts delivery reports, as forms. */
export const smsHooks: FastifyPluginAsync<{ deps: Deps }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: LARGEST_SMS_BODY },
    (_request, body, done) => {
      done(null, body)
    },
  )

  app.post<Call>(
    '/hooks/sms/:token',
    { bodyLimit: LARGEST_SMS_BODY, config: { hidesParameters: true }, schema: { params } },
    async (request) => {
      const body = typeof request.body === 'string' ? request.body : ''
      await receiveReport(deps, { token: request.params.token, body })
      return { received: true }
    },
  )
}

const postbackParams = z.object({ publicKey: z.string().regex(/^[\w-]{1,100}$/) })
type PostbackCall = { Params: z.infer<typeof postbackParams> }

/** Where partners call. Signatures cover bytes, so nothing is parsed here, and only a huge body is refused. */
export const postbackRest: FastifyPluginAsync<{ deps: Deps }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BODY }, (_request, body, done) => {
    done(null, body)
  })

  app.route<PostbackCall>({
    method: ['GET', 'POST'],
    url: '/postback/:publicKey',
    bodyLimit: LARGEST_BODY,
    exposeHeadRoute: false,
    config: { hidesParameters: true },
    schema: { params: postbackParams },
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
