import { AppError } from '@chuma/core/app-error'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

type Route = { pattern: RegExp; methods: string[] }

/**
 * Answer a wrong method with the ones the address has: in `Allow`, with 405, or 204 for OPTIONS. This opens nothing to a
 * foreign page, because no answer carries a CORS header.
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
    // An unknown address, or one that has this method: the 404 stands.
    if (methods.size === 0 || methods.has(request.method)) return
    reply.header('allow', [...methods, 'OPTIONS'].sort().join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('METHOD_NOT_ALLOWED')
  })
})

/** `/api/statements/:month.csv`, read as the router reads it. */
function toPattern(url: string): RegExp {
  const source = url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

/** The router reads `http://host/path` as `/path` too. Not by URL, which reads `//host/path` as another site, or throws. */
export function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/]*(?=\/)/, '')
}

/** Read an address as the router does: `/%61pi/…` reaches the same routes. */
export function readPath(url: string): string {
  const [path = '/'] = withoutOrigin(url).split(/[?#]/)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
