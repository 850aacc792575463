import { AppError } from '@chuma/core/app-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { sendError } from '../rest/send-error.ts'
import { isDoor } from './request-context.ts'

type Options = { publicUrl: string }

/**
 * Keep every request that a foreign page can make a browser send away from the doors. A form post needs no preflight, so only
 * JSON from this site passes. A batch of mutations is refused: it would count as one call against every limit.
 */
export const requestGuard = fp<Options>(async (app: FastifyInstance, { publicUrl }) => {
  app.addHook('onRequest', async (request) => {
    if (!isDoor(request)) return
    if (isTyped(request) && !['GET', 'HEAD', 'POST'].includes(request.method)) {
      throw new AppError('METHOD_NOT_ALLOWED')
    }
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
    if (!isOwnSite(request, publicUrl)) throw new AppError('CROSS_SITE')
    if ((isTyped(request) || hasBody(request)) && !isJson(request)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    }
    if (isBatch(request)) {
      throw new AppError('INVALID_INPUT', { why: 'batch' })
    }
  })
})

function isOwnSite(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = request.headers
  if (origin === undefined || origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}

function hasBody({ headers }: FastifyRequest): boolean {
  return (
    headers['content-type'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0
  )
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** tRPC's common route takes every method and handles unknown ones in its own way. */
function isTyped({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/trpc/') ?? false
}

/** Only tRPC's own route has a `path`; a comma in it separates several procedures. */
function isBatch({ params, query }: FastifyRequest): boolean {
  const { path } = params as { path?: string }
  return path !== undefined && (path.includes(',') || Object.hasOwn(query as object, 'batch'))
}

/** The headers `securityHeaders` gives every other answer. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Answer an address that the router cannot read, such as `/%zz`: it reaches no route, and so no hook. */
export function refuseUnreadable({ isHttps }: { isHttps: boolean }) {
  const transport = isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    sendError(error, request, reply.headers({ ...HEADERS, ...transport }))
}
