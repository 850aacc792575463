import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../rest/send-error.ts'

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
