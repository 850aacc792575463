import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Set the security headers of every answer. Pages replace the content policy with their own, which has a nonce. */
export const securityHeaders = fp<{ isHttps: boolean }>(async (app: FastifyInstance, { isHttps }) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: true },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS))
  app.addHook('onSend', async (request, reply) => {
    // The doors' answers are private to their caller.
    const isPrivate = /^\/(api|trpc|dev)\//.test(request.routeOptions.url ?? request.url)
    if (isPrivate && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
})
