import { AppError } from '@chuma/core/app-error'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

type Route = { pattern: RegExp; methods: string[] }

/**
 * Tells a caller with the wrong method which ones an address of the REST door has: in `Allow`, with 405, or with 204 where
 * that is what he asked. To a foreign page it opens nothing, as no answer carries a CORS header.
 */
export const answerOtherMethods = fp(async (app: FastifyInstance) => {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/api/')) routes.push({ pattern: toPattern(url), methods: [method].flat() })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = readPath(request.url)
    const methods = new Set(
      routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods),
    )
    // The router knows the address and still has no route: it cannot be one.
    if (methods.size === 0 || methods.has(request.method)) return
    reply.header('allow', [...methods, 'OPTIONS'].sort().join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('METHOD_NOT_ALLOWED')
  })
})

/** `/api/statements/:month.csv`, as the router reads it. */
function toPattern(url: string): RegExp {
  const source = url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

/** An absolute URL and `/%61pi/…` reach the same routes. */
function readPath(url: string): string {
  const { pathname } = new URL(url, 'http://localhost')
  return decodeURI(pathname)
}
