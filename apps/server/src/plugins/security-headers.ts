import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** What every answer carries. Pages set their own content policy, with a nonce; nothing else may be rendered at all. */
export const securityHeaders = fp<{ isHttps: boolean }>(async (app: FastifyInstance, { isHttps }) => {
  const headers = {
    ...(await askHelmet(isHttps)),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  app.addHook('onSend', async (request, reply) => {
    // What the doors answer is private to the caller.
    if (
      /^\/(api|trpc|dev)\//.test(request.routeOptions.url ?? request.url) &&
      !reply.hasHeader('cache-control')
    ) {
      reply.header('cache-control', 'no-store')
    }
  })
})

/** The same for every answer; the library would put it together, and check its own options, anew for each. */
async function askHelmet(isHttps: boolean): Promise<Record<string, string>> {
  const asked = Fastify()
  await asked.register(helmet, {
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
  asked.get('/', async (_request, reply) => reply.raw.getHeaders())
  const answer = await asked.inject('/')
  await asked.close()
  return answer.json()
}
